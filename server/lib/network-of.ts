import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A network gives each of its devices 64 bits, so a device has as many addresses as it likes. */
const GROUPS_OF_NETWORK = 4;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const groupsOf = (part: string | undefined) => (part ? part.split(':') : []);

/**
 * The address under which tries are counted: of IPv6 the network, because a counter of one address
 * would be left by taking the next. An IPv4 address stays, also in the form of IPv6.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  const mapped = MAPPED.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  const written = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [before, after] = written.split('::').map(groupsOf);
  const [front, back] = [before ?? [], after ?? []];
  const left = Array.from({ length: GROUPS - front.length - back.length }, () => '0');
  const groups = [...front, ...left, ...back];
  return `${groups.slice(0, GROUPS_OF_NETWORK).join(':')}::/64`;
}
