/** Which links may be followed: http and https, to addresses of the public internet, with no password in them. */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ImportLink } from '../../../../shared/contract/links.ts'
import { Refusal } from '../../rules/world/find.ts'

/** Returns every address of a name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

export const systemResolve: Resolve = (host) => lookup(host, { all: true })

export interface LinkRules {
  /** Returns whether a connection may go to this address. */
  readonly isAllowed: (address: string) => boolean
  readonly resolve: Resolve
}

const LONGEST = 8_192

function listOf(...subnets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', bits] = subnet.split('/')
    list.addSubnet(net, Number(bits), net.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Addresses that are not the public internet, by the registries of special addresses (RFC 6890 and its updates). */
const special = listOf(
  // This network, private, shared, loopback, link-local, protocol assignments, tests, 6to4, benchmarks, multicast,
  // reserved.
  ...`0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
    192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/),
  // Within the allocated space: tunnels and protocol assignments, documentation, 6to4.
  ...'2001::/23 2001:db8::/32 2002::/16 3fff::/20'.split(' '),
)
/** The allocated IPv6 space, and IPv4-mapped addresses, which the IPv4 rules judge. */
const given = listOf('2000::/3', '::ffff:0:0/96')

/** Returns whether an address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address)
  return family === 6 && given.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/**
 * Parses a link. No message contains the link itself, because it may contain a secret.
 * @throws Refusal
 */
export function readLink(text: string, { isAllowed }: LinkRules): URL {
  if (text.length > LONGEST || !ImportLink.safeParse(text).success) {
    throw notAllowed('Only links with http or https, without a user name or password in them, can be imported.')
  }
  const link = new URL(text)
  const host = hostOf(link)
  if (link.port === '0') throw notAllowed('No server can be reached at port 0.')
  if (isIP(host) && !isAllowed(host)) throw notPublic(host)
  return link
}

/** A link's host without brackets, as names and addresses are written elsewhere. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * The addresses of a link's host.
 * @throws Refusal when one of them is not public
 */
export async function resolvePublic(host: string, { isAllowed, resolve }: LinkRules): Promise<LookupAddress[]> {
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0)
    throw new Refusal('URL_NOT_RESOLVED', `There is no server called ${host}.`, { field: 'url' })
  if (addresses.some(({ address }) => !isAllowed(address))) throw notPublic(host)
  return addresses
}

/**
 * Resolves the name for a connection. The connection goes to the very address that was checked, so that a name that
 * resolves to another address a moment later gains nothing.
 */
export function guardedLookup(rules: LinkRules): LookupFunction {
  return (host, { all }, callback) => {
    resolvePublic(host, rules).then(
      (addresses) => {
        const [first] = addresses
        if (all) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}

const notAllowed = (message: string) => new Refusal('URL_NOT_ALLOWED', message, { field: 'url' })

function notPublic(host: string): Refusal {
  return notAllowed(`${host} is on your own network. Only links to the public internet can be imported.`)
}
