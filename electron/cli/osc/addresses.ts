/** What an OSC message asks for. Pure. */
import type { DeckAction } from '../../../shared/decks/keys.ts'
import type { OscMessage } from './packets.ts'

/** The keys that OSC has, by the last part of their address. A scene has a number there as well. */
export const KEYS = {
  'go-live': 'goLive',
  stop: 'stop',
  next: 'next',
  previous: 'previous',
  back: 'back',
  take: 'take',
  sync: 'sync',
  'auto-sync': 'autoSync',
  padlock: 'padlock',
} as const satisfies Record<string, DeckAction>
export type OscKey = Exclude<(typeof KEYS)[keyof typeof KEYS], 'autoSync'>

export const ROOT = '/cuelight'

export type Asked =
  | { do: 'key'; key: OscKey }
  /** @property scene its place in the list, from 1; or its name */
  | { do: 'scene'; scene: number | string; take?: true }
  | { do: 'autoSync'; on: boolean | null }
  /** Drops what was armed here. */
  | { do: 'cancel' }
  /** Sends every lamp again. */
  | { do: 'lamps' }
  /** A button was let go: nothing. */
  | { do: 'nothing' }

/** A value that a button or a cue sends; null: of a type that no key takes. */
function valueIn({ type, value }: OscMessage['args'][number]): number | string | null {
  switch (type) {
    case 'integer':
    case 'float':
    case 'double':
      return Number.isFinite(value) ? value : null
    case 'string':
    case 'symbol':
      return value
    case 'true':
    case 'bang':
      return 1
    case 'false':
      return 0
    default:
      return null
  }
}

/** What it asks for; null: nothing that is known here, or with values that it does not take. */
export function askedBy({ address, args }: OscMessage): Asked | null {
  if (args.length > 1 || !address.startsWith(`${ROOT}/`)) return null
  const [arg] = args
  const value = arg === undefined ? undefined : valueIn(arg)
  if (value === null) return null
  const [name = '', number, last, ...rest] = address.slice(ROOT.length + 1).split('/')
  if (rest.length > 0) return null
  if (name === 'scene') return sceneIn(number, last, value)
  if (number !== undefined || typeof value === 'string') return null
  if (name === 'auto-sync') return { do: 'autoSync', on: value === undefined ? null : value !== 0 }
  const key = Object.hasOwn(KEYS, name) ? (KEYS[name as keyof typeof KEYS] as OscKey) : null
  if (key === null && name !== 'cancel' && name !== 'lamps') return null
  // Buttons send 1 when they go down and 0 when they are let go.
  if (value === 0) return { do: 'nothing' }
  return key === null ? { do: name as 'cancel' | 'lamps' } : { do: 'key', key }
}

const NUMBER = /^[1-9]\d{0,3}$/

/** `/scene/3`, `/scene/3/take`; or `/scene` with a name or a number. */
function sceneIn(number: string | undefined, last: string | undefined, value?: number | string): Asked | null {
  if (number === undefined) {
    const isPlace = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 9_999
    return isPlace || (typeof value === 'string' && value !== '') ? { do: 'scene', scene: value } : null
  }
  if (!NUMBER.test(number) || typeof value === 'string' || (last !== undefined && last !== 'take')) return null
  if (value === 0) return { do: 'nothing' }
  return { do: 'scene', scene: Number(number), ...(last === 'take' && { take: true }) }
}
