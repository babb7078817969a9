import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '#server/lib/api-error.ts';
import type { Config } from '#server/lib/config.ts';

/** The pages to which passkeys belong. */
export type PasskeySite = { host: string; origin: string };

const isLocal = (address: string) =>
  URL.canParse(address) && new URL(address).hostname === 'localhost';

/**
 * The site of `PUBLIC_URL`, which has a name and HTTPS, because browsers make passkeys for no
 * other. Without that setting a page of this machine itself, at `localhost`. Undefined if there is
 * none.
 */
export function passkeySiteOf(
  { publicUrl }: Config,
  { headers, protocol, host }: Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>,
): PasskeySite | undefined {
  // A page that Vite serves has another port than the server, and sends its own origin.
  const asked = headers.origin ?? `${protocol}://${host}`;
  const address = publicUrl ?? (isLocal(asked) ? asked : undefined);
  if (address === undefined) return undefined;
  const { hostname, origin, protocol: scheme } = new URL(address);
  // The brackets of an IPv6 address are no part of it.
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  const isSafe = scheme === 'https:' || hostname === 'localhost';
  return isName && isSafe ? { host: hostname, origin } : undefined;
}

/** The same for an act that needs one. */
export function requirePasskeySite(config: Config, request: FastifyRequest): PasskeySite {
  const site = passkeySiteOf(config, request);
  if (!site) throw new ApiError('passkeySiteMissing');
  return site;
}
