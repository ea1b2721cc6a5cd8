/** Valid values with small errors, from a seeded generator: the same sequence every time. */

import * as z from 'zod'
import type { seeded } from '../../fakes/random.ts'

export type Random = ReturnType<typeof seeded>

export const pick = <T>(from: readonly T[], random: Random): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** Names with a meaning in JavaScript. */
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', '']

const deep = (levels: number): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? { value } : [value]
  return value
}

/** Of every type, and of every size that fits in a message. */
const ODD: readonly ((random: Random) => unknown)[] = [
  ...[null, true, '', ' ', 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 2, 'NaN', '-0'].map((value) => () => value),
  ...['\ud800', 'a\udfff\u0000b', '../..', '%00'].map((value) => () => value),
  () => [],
  () => ({}),
  (random) => pick(PROTOTYPE_NAMES, random),
  (random) => 'x'.repeat(Math.floor(random() * 12_000)),
  (random) => Array.from({ length: Math.floor(random() * 300) }, () => null),
  (random) => deep(Math.floor(random() * 2_000)),
  (random) => own([[pick(PROTOTYPE_NAMES, random), { polluted: true }]]),
]

/** An object with only own fields, whatever they are called. */
const own = (fields: readonly (readonly [string, unknown])[]) => Object.fromEntries(fields)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

type Change = (value: Record<string, unknown>, name: string, random: Random) => unknown

const CHANGES: readonly Change[] = [
  (value, name) => own(Object.entries(value).filter(([field]) => field !== name)),
  (value, name, random) => put(value, name, pick(ODD, random)(random)),
  (value, name, random) => put(value, name, pick(ODD, random)(random)),
  (value, name) => put(value, name, { [name]: value[name] }),
  (value, name) => put(value, name, [value[name]]),
  (value, name) => put(value, name, enlarged(value[name])),
  (value, name) => own([...Object.entries(value).filter(([field]) => field !== name), [`${name} `, value[name]]]),
  (value, _, random) => put(value, pick(PROTOTYPE_NAMES, random), pick(ODD, random)(random)),
  (value, _, random) => put(value, `odd${Math.floor(random() * 9)}`, pick(ODD, random)(random)),
  (_, __, random) => pick(ODD, random)(random),
]

function put(value: Record<string, unknown>, name: string, part: unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === name ? part : item))
  return own([...Object.entries(value).filter(([field]) => field !== name), [name, part]])
}

function enlarged(value: unknown): unknown {
  if (typeof value === 'string') return value.repeat(Math.ceil(5_000 / Math.max(1, value.length)))
  if (typeof value === 'number') return value * 1e300
  if (Array.isArray(value)) return Array.from({ length: 200 }, () => value[0] ?? null)
  return [value, value]
}

/** The value with one to three changes, each somewhere in it. */
export function mutated(value: unknown, random: Random): unknown {
  let changed = value
  for (let times = 1 + Math.floor(random() * random() * 3); times > 0; times -= 1)
    changed = changedOnce(changed, random)
  return changed
}

function changedOnce(value: unknown, random: Random): unknown {
  if (!isObject(value)) return pick(ODD, random)(random)
  const names = Object.keys(value)
  if (names.length === 0) return put(value, `odd`, pick(ODD, random)(random))
  const name = pick(names, random)
  const inside = isObject(value[name]) && random() < 0.6
  return inside ? put(value, name, changedOnce(value[name], random)) : pick(CHANGES, random)(value, name, random)
}

/** A text that was JSON: cut off, with characters lost, doubled or replaced, or something else altogether. */
export function garbled(text: string, random: Random): string {
  const place = Math.floor(random() * (text.length + 1))
  const odd = pick(
    ['"', '{', '}', '[', '\\', '\u0000', '\ud800', '\ufeff', ',', '1e999', 'NaN', '\u2028', '/*'],
    random,
  )
  return pick(
    [
      () => text.slice(0, place),
      () => text.slice(place),
      () => text.slice(0, place) + odd + text.slice(place),
      () => text.slice(0, place) + odd + text.slice(place + 1),
      () => text + text,
      () => odd.repeat(1 + Math.floor(random() * 50)),
      () => Array.from({ length: 30 }, () => String.fromCharCode(random() * 65_536)).join(''),
    ],
    random,
  )()
}

/** The part of JSON Schema that zod writes for our records. */
interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
}

/** A valid value for a schema of the contract, as it would come over the wire. */
export function sampleOf(schema: z.ZodType, random: Random): unknown {
  return sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, random)
}

function sample(schema: Schema, random: Random): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[Math.floor(random() * schema.enum.length)]
  const choice = schema.anyOf?.[Math.floor(random() * schema.anyOf.length)]
  if (choice) return sample(choice, random)
  const type = Array.isArray(schema.type) ? schema.type[Math.floor(random() * schema.type.length)] : schema.type
  if (type === 'object') return objectOf(schema, random)
  if (type === 'array')
    return Array.from({ length: 1 + Math.floor(random() * 2) }, () => sample(schema.items ?? {}, random))
  if (type === 'string') return random() < 0.5 ? 'LIVE' : 'text'
  if (type === 'number' || type === 'integer') return (schema.minimum ?? 0) + Math.floor(random() * 9)
  return type === 'boolean' ? random() < 0.5 : null
}

const objectOf = ({ properties = {} }: Schema, random: Random) =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sample(one, random)]))
