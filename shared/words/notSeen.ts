import type { KnownEdit, NotSeen } from '../view/notSeen.ts'
import { BY_WORDS } from './commands.ts'
import { counted } from './format.ts'
import { timeOfDay } from './show.ts'

export const NOT_SEEN_HEADING = 'Not on air yet'
export const NOT_SEEN_NOT_KNOWN_HEADING = 'Do viewers see everything?'

/** What waits, and what stands in its place. */
export function editWords({ scene, insteadOf }: KnownEdit): string {
  return insteadOf === null ? scene : `${scene} instead of ${insteadOf}`
}

/** Who switched, and when. */
export function editBy({ by }: KnownEdit): string {
  if (by === null) return 'not switched from here'
  return `switched ${timeOfDay(by.at, false)} ${BY_WORDS[by.source]}`
}

/** What is known of the rest. */
export function moreNotSeen({ kind, known, more, own }: NotSeen): string | null {
  if (kind === 'notKnown') return 'Not known: the service does not say. Sync shows them the project as it is now.'
  if (more === 0) return null
  if (more === null)
    return known.length ? 'How many more is not known.' : 'The service does not say which changes, or how many.'
  const rest = counted(more, known.length ? 'more change' : 'change', known.length ? 'more changes' : 'changes')
  return own ? `${rest}, made here.` : `${rest}: which ${more === 1 ? 'one is' : 'ones are'} not known here.`
}
