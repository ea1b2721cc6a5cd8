import { BlockList } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Private and link-local networks (RFC 1918, RFC 3927), and this computer. */
const LOCAL = new BlockList()
for (const [net, bits] of [
  ['192.168.0.0', 16],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  LOCAL.addSubnet(net, bits, 'ipv4')

/** Is it an IPv4 address of a local network? Whoever comes from any other is not in the same network. */
export const isLocalAddress = (address: string): boolean => LOCAL.check(address, 'ipv4')

/** The address as IPv4, however the system writes it (RFC 4291, 2.5.5.2). */
export const plainAddress = (address = ''): string => address.replace(/^::ffff:/i, '')

const LIKELIEST = ['192.168.', '10.', '172.', '169.254.', '127.']
const rankOf = (address: string) => LIKELIEST.findIndex((start) => address.startsWith(start))

/** This computer's addresses in local networks, the likeliest first; the last one is for trying it out. */
export function localAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((ones) => ones ?? [])
  const addresses = all.filter(({ family }) => family === 'IPv4').map(({ address }) => address)
  return [...new Set(addresses)].filter(isLocalAddress).sort((one, other) => rankOf(one) - rankOf(other))
}
