/**
 * Deep links, `cuelight://go-live`: anybody can write one, and a page can open it. What one asks for takes the way of every
 * command, from the source `link`, which can arm and no more; and nothing of an odd one is guessed at.
 */
import { type Asked, commandFor, type Meant, projectMeant } from './asking.ts'
import type { AppState } from './state.ts'
import { LINK_PROBLEMS } from './words/links.ts'

export const LINK_SCHEME = 'cuelight'

/** Far longer than any link of ours has to be. */
export const LONGEST_LINK = 500

export type Link = { ask: Asked; project: string | null } | { show: true }
export type ReadLink = Link | { refused: string }

/** Could this argument be a link at all? For telling links from other arguments, not for trusting one. */
export const looksLikeLink = (text: string): boolean => /^cuelight:/i.test(text)

/** What a link may ask for, and the one parameter it takes beside `project`. */
const VERBS: Readonly<Record<string, { takes?: string; ask(value: string): Asked | null }>> = {
  'go-live': { ask: () => ({ verb: 'goLive', despiteFaults: false }) },
  stop: { ask: () => ({ verb: 'stop' }) },
  sync: { ask: () => ({ verb: 'sync' }) },
  scene: { takes: 'name', ask: (scene) => ({ verb: 'scene', scene }) },
  next: { ask: () => ({ verb: 'next' }) },
  previous: { ask: () => ({ verb: 'previous' }) },
  back: { ask: () => ({ verb: 'back' }) },
  'auto-sync': {
    takes: 'to',
    ask: (to) => (to === 'on' || to === 'off' ? { verb: 'autoSync', on: to === 'on' } : null),
  },
}

/** `cuelight://verb`, perhaps with the slash that systems add, perhaps with a query; no user, port, path or fragment. */
const FORM = /^cuelight:\/\/(?<verb>[a-z-]{1,20})\/?(?:\?(?<query>[^#]*))?$/i

/** Reads a link. Never throws, and repeats nothing of a link it refuses: that could be anything. */
export function readLink(text: unknown): ReadLink {
  if (typeof text !== 'string') return { refused: LINK_PROBLEMS.notText }
  if (text.length > LONGEST_LINK) return { refused: LINK_PROBLEMS.tooLong }
  if (!/^[\x21-\x7e]*$/.test(text)) return { refused: LINK_PROBLEMS.oddCharacters }
  if (!looksLikeLink(text)) return { refused: LINK_PROBLEMS.otherScheme }
  const parts = FORM.exec(text)?.groups
  if (!parts?.verb) return { refused: LINK_PROBLEMS.otherForm }
  const parameters = readQuery(parts.query ?? '')
  return 'refused' in parameters ? parameters : asked(parts.verb.toLowerCase(), parameters.values)
}

function asked(verb: string, values: Map<string, string>): ReadLink {
  if (verb === 'show') return values.size === 0 ? { show: true } : { refused: LINK_PROBLEMS.unknownParameter }
  const known = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!known) return { refused: LINK_PROBLEMS.unknownVerb }
  const { takes } = known
  for (const name of values.keys())
    if (name !== 'project' && name !== takes) return { refused: LINK_PROBLEMS.unknownParameter }
  const value = takes === undefined ? '' : values.get(takes)
  const ask = value === undefined ? null : known.ask(value)
  return ask ? { ask, project: values.get('project') ?? null } : { refused: LINK_PROBLEMS.missingParameter }
}

/** Names and values, each name once. A space is `%20`; a `+` is a plus. */
function readQuery(query: string): { values: Map<string, string> } | { refused: string } {
  const values = new Map<string, string>()
  for (const pair of query === '' ? [] : query.split('&')) {
    const [, name, raw] = /^([a-z]{1,20})=([^=]+)$/.exec(pair) ?? []
    if (name === undefined || raw === undefined) return { refused: LINK_PROBLEMS.otherForm }
    if (values.has(name)) return { refused: LINK_PROBLEMS.repeated }
    const value = decoded(raw)
    if (value === null) return { refused: LINK_PROBLEMS.oddCharacters }
    values.set(name, value)
  }
  return { values }
}

/** Null for what is no text a person would write: bad escapes, control or direction marks, parts of a path. */
function decoded(raw: string): string | null {
  try {
    const value = decodeURIComponent(raw)
    return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/]/u.test(value) ? null : value
  } catch {
    return null
  }
}

/** The command a link means in this state, or why there is none. */
export function linkCommand(text: unknown, state: AppState): Meant {
  const link = readLink(text)
  if ('refused' in link) return { refusal: { reason: 'invalid', field: 'link', message: link.refused } }
  if ('show' in link) return { command: { type: 'showWindow' } }
  if (link.project === null) return commandFor(link.ask, state, null, 'armOnly')
  const project = projectMeant(state, link.project)
  return 'refusal' in project ? project : commandFor(link.ask, state, project.id, 'armOnly')
}
