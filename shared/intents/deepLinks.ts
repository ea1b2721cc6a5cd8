/**
 * Deep links, `cuelight://go-live`: anyone can write one, and a page can open it. Its command goes through the guard
 * like any other, from the source `link`, which can only arm; a malformed link is refused, never guessed at.
 */

import type { Refusal } from '../outcome.ts'
import type { AppState } from '../state.ts'
import { LINK_PROBLEMS } from '../words/cli/programs.ts'
import { type Ask, type Intent, intend, projectOf } from './intents.ts'
import { macroNamed, type Named, projectNamed, sceneNamed } from './naming.ts'

/** Far longer than any of our links needs to be. */
export const LONGEST_DEEP_LINK = 500

export type DeepLink = { ask: Ask; project: string | null } | { macro: string } | { show: true }
export type ReadDeepLink = DeepLink | { refused: string }

/** Could this argument be a link? Distinguishes links from other arguments; does not validate them. */
export const looksLikeDeepLink = (text: string): boolean => /^cuelight:/i.test(text)

/** What a link may request, and its one parameter besides `project`. The user confirms elsewhere what it arms. */
const VERBS: Readonly<Record<string, { takes?: string; ask(value: string): Ask | null }>> = {
  'go-live': { ask: () => (show) => show.armGoLive('menu') },
  stop: { ask: () => (show) => show.armStop('menu') },
  sync: { ask: () => (show) => show.sync() },
  scene: { takes: 'name', ask: sceneNamed },
  next: { ask: () => (show) => show.nextScene() },
  previous: { ask: () => (show) => show.previousScene() },
  back: { ask: () => (show) => show.backToScene() },
  'auto-sync': {
    takes: 'to',
    ask: (to) => (to === 'on' || to === 'off' ? (show) => show.setAutoSync(to === 'on') : null),
  },
}

/** `cuelight://verb`, optionally with the slash that some systems add and a query; no user, port, path or fragment. */
const FORM = /^cuelight:\/\/(?<verb>[a-z-]{1,20})\/?(?:\?(?<query>[^#]*))?$/i

/** Parses a link. Never throws, and never quotes a link it refuses: that could be anything. */
export function readDeepLink(text: unknown): ReadDeepLink {
  if (typeof text !== 'string') return { refused: LINK_PROBLEMS.notText }
  if (text.length > LONGEST_DEEP_LINK) return { refused: LINK_PROBLEMS.tooLong }
  if (!/^[\x21-\x7e]*$/.test(text)) return { refused: LINK_PROBLEMS.oddCharacters }
  if (!looksLikeDeepLink(text)) return { refused: LINK_PROBLEMS.otherScheme }
  const parts = FORM.exec(text)?.groups
  if (!parts?.verb) return { refused: LINK_PROBLEMS.otherForm }
  const parameters = readQuery(parts.query ?? '')
  return 'refused' in parameters ? parameters : asked(parts.verb.toLowerCase(), parameters.values)
}

function asked(verb: string, values: Map<string, string>): ReadDeepLink {
  if (verb === 'show') return values.size === 0 ? { show: true } : { refused: LINK_PROBLEMS.unknownParameter }
  if (verb === 'macro') {
    const name = values.get('name')
    if (values.size > 1) return { refused: LINK_PROBLEMS.unknownParameter }
    return name === undefined ? { refused: LINK_PROBLEMS.missingParameter } : { macro: name }
  }
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

/** Null for text no user would write: bad escapes, control or bidi characters, path separators. */
function decoded(raw: string): string | null {
  try {
    const value = decodeURIComponent(raw)
    return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/]/u.test(value) ? null : value
  } catch {
    return null
  }
}

/**
 * The command a link means in this state, or why there is none.
 *
 * @param called the project that its name refers to now, if that was read; defaults to what the state knows
 */
export function linkCommand(text: unknown, state: AppState, called?: Named | Refusal): Intent {
  const link = readDeepLink(text)
  if ('refused' in link) return { reason: 'invalid', field: 'link', message: link.refused }
  if ('show' in link) return { type: 'showWindow' }
  if ('macro' in link) return macroNamed(state, link.macro, 'menu')
  const named = link.project === null ? null : (called ?? projectNamed(state, link.project))
  if (named && 'reason' in named) return named
  const project = projectOf(state, named?.id ?? null)
  return named && !project ? { reason: 'unknownProject' } : intend(project, link.ask)
}
