import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken, sha256 } from '#server/lib/tokens.ts';

/** A PIN works on a device for so long after its person has signed in there. */
export const PIN_HOURS = 12;
/** A browser is known to an account for so long after its last whole sign-in there. */
export const KNOWN_DAYS = 30;
/** A browser keeps its key for the longest time that browsers allow, and is no new device then. */
const KEPT_DAYS = 400;

/** Only a page with HTTPS may have a cookie with the prefix, and only this host may set it. */
const cookieNames = ['__Host-branchdesk-device', 'branchdesk-device'] as const;
const cookieName = ({ protocol }: FastifyRequest) => cookieNames[protocol === 'https' ? 0 : 1];

/**
 * The hash of the key by which the server knows this browser; null without one. The key is in a
 * cookie that no script reads, and the server chose it, so nobody can name another device.
 */
export function deviceKeyHashOf({ headers }: FastifyRequest): string | null {
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? [];
  // A server that learns of the HTTPS before it knows the browsers by their earlier cookie.
  const held = cookieNames
    .map((name) => cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1))
    .find(Boolean);
  return held ? sha256(held) : null;
}

/** A new key for the browser of this request. */
export type NewDeviceKey = { heldKeyHash: string | null; giveKey: () => string };

/** `giveKey` puts a new key into the answer, in place of the held one, and returns its hash. */
export const newDeviceKeyOf = (request: FastifyRequest, reply: FastifyReply): NewDeviceKey => ({
  heldKeyHash: deviceKeyHashOf(request),
  giveKey: () => {
    const key = newToken();
    const rules = `Path=/; Max-Age=${KEPT_DAYS * 86_400}; HttpOnly; SameSite=Strict`;
    const secure = request.protocol === 'https' ? '; Secure' : '';
    // A header that is there already is replaced, so a repeated write leaves one key.
    reply.removeHeader('set-cookie');
    reply.header('set-cookie', `${cookieName(request)}=${key}; ${rules}${secure}`);
    return sha256(key);
  },
});
