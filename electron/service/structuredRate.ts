import { type BareItem, type Item, type Parameters, parseDictionary, parseList } from 'structured-headers'

/** One entry of `RateLimit-Policy`. */
export interface Policy {
  name: string | null
  limit?: number
  windowMs?: number
}

export interface Structured {
  limit?: number
  remaining?: number
  /** Ms from the response on. */
  resetsIn?: number
  windowMs?: number
}

const SECOND = 1_000
const LONGEST_MS = 24 * 3_600_000

/** `RateLimit-Policy`: `"default";q=150;w=60`, or `150;w=60` of older drafts; undefined: no such list. */
export function policiesOf(text: string): Policy[] | undefined {
  const list = parsed(() => parseList(text))
  return list?.filter(isItem).map(([name, parameters]) => ({
    name: typeof name === 'number' ? null : nameOf(name),
    limit: count(typeof name === 'number' ? name : parameters.get('q')),
    windowMs: ms(parameters.get('w')),
  }))
}

/**
 * `RateLimit`: `"default";r=50;t=30`, several of them, or `limit=150, remaining=50, reset=30` of older drafts. Of
 * several the one of our window (ms) is used, else the one with the least left.
 */
export function structuredOf(text: string, policies: readonly Policy[], windowMs: number): Structured | undefined {
  const items = (parsed(() => parseList(text)) ?? []).filter(isItem).flatMap((item) => withPolicy(item, policies))
  const best = items.find((item) => item.windowMs === windowMs) ?? least(items)
  return best ?? olderForm(text, policies)
}

function withPolicy([name, parameters]: Item, policies: readonly Policy[]): Structured[] {
  const remaining = count(parameters.get('r'))
  if (remaining === undefined) return []
  const named = policies.find((policy) => policy.name !== null && policy.name === nameOf(name))
  const policy = named ?? (policies.length === 1 ? policies[0] : undefined)
  return [{ remaining, resetsIn: ms(parameters.get('t')), limit: policy?.limit, windowMs: policy?.windowMs }]
}

function least(items: readonly Structured[]): Structured | undefined {
  return items.toSorted((one, other) => (one.remaining ?? 0) - (other.remaining ?? 0))[0]
}

function olderForm(text: string, policies: readonly Policy[]): Structured | undefined {
  const dictionary = parsed(() => parseDictionary(text))
  const value = (key: string) => dictionary?.get(key)?.[0] as BareItem | undefined
  const remaining = count(value('remaining'))
  if (remaining === undefined) return undefined
  const limit = count(value('limit'))
  return {
    limit,
    remaining,
    resetsIn: ms(value('reset')),
    windowMs: policies.find((one) => one.limit === limit)?.windowMs,
  }
}

/** The parser throws on invalid input, which counts as absent here. */
function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}

function isItem(member: readonly [unknown, Parameters]): member is Item {
  return !Array.isArray(member[0])
}

const nameOf = (name: BareItem) => String(name)

function count(value: BareItem | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1_000_000 ? value : undefined
}

function ms(value: BareItem | undefined): number | undefined {
  const isTime = typeof value === 'number' && value >= 0 && value * SECOND <= LONGEST_MS
  return isTime ? value * SECOND : undefined
}
