/** Which devices may press, and where lamps are sent. */
import { isIPv4 } from 'node:net'
import { OSC_WORDS } from '../../../shared/words/cli/osc.ts'

/** A device. @property lampPort where it hears lamps; null: it gets none */
export interface Peer {
  readonly address: string
  readonly lampPort: number | null
}

export interface OscPlace {
  readonly port: number
  readonly peers: readonly Peer[]
}

const PORT = /^\d{1,5}$/
/** @returns 0: it is none that a program of a user may open */
const portOf = (text: string): number => {
  const port = PORT.test(text) ? Number(text) : 0
  return port >= 1_024 && port <= 65_535 ? port : 0
}

export const isLoopback = (address: string): boolean => address.startsWith('127.')

/** One device, so neither everyone (broadcast, multicast) nor nobody. */
const isOne = (address: string): boolean => {
  const first = Number(address.split('.')[0])
  return isIPv4(address) && first > 0 && first < 224 && !address.endsWith('.255')
}

/** The place that was typed: a port, then devices as `ADDRESS` or `ADDRESS:PORT`. @returns what is wrong, as a sentence */
export function placeIn(typed: string): OscPlace | string {
  const [first = '', ...rest] = typed.split(' ').filter((word) => word !== '')
  const port = portOf(first)
  if (port === 0) return OSC_WORDS.usage
  const peers: Peer[] = []
  for (const word of rest.length === 0 ? ['127.0.0.1'] : rest) {
    const [address = '', lamp, more] = word.split(':')
    const lampPort = lamp === undefined ? null : portOf(lamp)
    if (!isOne(address) || lampPort === 0 || more !== undefined) return OSC_WORDS.noAddress(word)
    if (isLoopback(address) && lampPort === port) return OSC_WORDS.ownPort
    peers.push({ address, lampPort })
  }
  return { port, peers }
}
