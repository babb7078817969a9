import type { Config } from './config.ts';

const OWN_MACHINE = /^(localhost|127\..+|::1)$/;

/** The line for the person at the console where others on the network could read what is sent. */
export function plainHttpWarning({
  host,
  tls,
  trustProxy,
}: Pick<Config, 'host' | 'tls' | 'trustProxy'>): string | undefined {
  if (tls || trustProxy !== false || OWN_MACHINE.test(host)) return undefined;
  return `Passwords and data are readable on the way, because this server speaks plain HTTP on ${host}: set TLS_CERT and TLS_KEY, or put a proxy with HTTPS in front and set TRUST_PROXY.`;
}
