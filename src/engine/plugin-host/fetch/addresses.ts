import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 networks that are not the public internet (IANA special-purpose registry). */
const SPECIAL_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, and the clouds' metadata service
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Of IPv6 only 2000::/3 is public; these parts of it are not, or carry an IPv4 address nobody checked. */
const SPECIAL_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const specialV4 = subnets(SPECIAL_V4, 'ipv4');
const globalV6 = subnets([['2000::', 3]], 'ipv6');
const specialV6 = subnets(SPECIAL_V6, 'ipv6');
const nat64 = subnets([['64:ff9b::', 96]], 'ipv6');
const loopbackV4 = subnets([['127.0.0.0', 8]], 'ipv4');

/** Whether an address is on the public internet. Anything that is no address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  if (nat64.check(address, 'ipv6')) return isPublicAddress(embeddedV4(address));
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

/** 127.0.0.0/8 and ::1, written as such: a package without a host list may talk to programs on this computer (DESIGN §6). */
export function isLoopbackLiteral(hostname: string): boolean {
  const address = withoutBrackets(hostname);
  return isIPv4(address) ? loopbackV4.check(address, 'ipv4') : address === '::1';
}

export function isAddress(hostname: string): boolean {
  const address = withoutBrackets(hostname);
  return isIPv4(address) || isIPv6(address);
}

export function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}

/** The IPv4 address in the last 32 bits. */
function embeddedV4(address: string): string {
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
  // The URL parser writes the shortest form: the last two groups, either of which may be hidden in "::".
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':');
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [(high ?? 0) >> 8, (high ?? 0) & 255, (low ?? 0) >> 8, (low ?? 0) & 255].join('.');
}

function subnets(list: [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const blocks = new BlockList();
  for (const [network, prefix] of list) blocks.addSubnet(network, prefix, family);
  return blocks;
}
