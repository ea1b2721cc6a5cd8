import type { JournalEntry } from '../state.ts'
import { COMMAND_WORDS } from './commands.ts'
import { tellEvent, tellOutcome } from './outcomes.ts'

/** Commands whose outcome already names what they were about. */
const NAMED_BY_OUTCOME: ReadonlySet<string> = new Set(['sceneSwitched', 'targetChosen', 'started'])

/** What was asked for, with what it names; null where an event was only seen. */
export function journalTitle({ what, outcome }: JournalEntry): string | null {
  if (!('command' in what)) return null
  const named = outcome?.result === 'done' && NAMED_BY_OUTCOME.has(outcome.done.what)
  return what.about && !named ? `${COMMAND_WORDS[what.command]} ${what.about}` : COMMAND_WORDS[what.command]
}

/** What came of it, or what was seen. */
export function journalSentence({ what, outcome }: JournalEntry): string {
  if (!('command' in what)) return tellEvent(what)
  return outcome ? tellOutcome(outcome) : 'Sent. Waiting for the answer.'
}
