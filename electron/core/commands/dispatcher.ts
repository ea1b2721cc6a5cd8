import { type Command, parseCommand, type Source } from '../../../shared/commands/commands.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import type { JournalEntry } from '../../../shared/state.ts'
import type { Invocation } from '../journal/recorder.ts'
import type { Context, Dependencies, Handler } from './context.ts'
import { guard } from './guard.ts'
import { handlers } from './handlers/index.ts'
import { outcomeOf } from './outcomeOf.ts'

export type Dispatcher = ReturnType<typeof createDispatcher>

/** How many commands are remembered, so that one that comes again is known; and as many that were refused. */
const REMEMBERED = 1_000

/** The one door: every input comes in here, and there is no way round it. @param entries known when they come again */
export function createDispatcher(
  current: () => Dependencies,
  entries: readonly JournalEntry[],
  onFault: (error: unknown) => void,
) {
  const remembered = fromJournal(entries)
  /** Apart: whoever is refused a thousand times pushes out nothing that was done. */
  const refused = new Map<string, Promise<Outcome>>()
  let closed = false

  /**
   * Carries a command out, or refuses it. Never rejects; every command gets one outcome and one journal entry.
   *
   * @param id made by the sender: the same id from the same source is the same command and is never carried out twice
   * @param command unknown until parsed
   * @param source said by the carrier, never by the message
   */
  function dispatch(id: string, command: unknown, source: Source): Promise<Outcome> {
    const key = keyOf(id, source)
    const known = remembered.get(key) ?? refused.get(key)
    if (known) return known
    const outcome = carryOut(id, command, source)
    remember(remembered, key, outcome)
    outcome.then(({ result }) => {
      if (result === 'refused' && remembered.delete(key)) remember(refused, key, outcome)
    })
    return outcome
  }

  async function carryOut(id: string, value: unknown, source: Source): Promise<Outcome> {
    const parsed = parseCommand(value)
    if ('invalid' in parsed) return { result: 'refused', refusal: { reason: 'invalid', ...parsed.invalid } }
    const { command } = parsed
    const dependencies = current()
    const invocation: Invocation = {
      id,
      source,
      command,
      at: dependencies.clock.now(),
      pressedAt: dependencies.clock.monotonic(),
      number: dependencies.sequence.next(),
    }
    const outcome = await judged(command, { ...dependencies, invocation })
    // From the moment the end was promised nothing is begun that nobody would see through.
    if (outcome.result === 'done' && outcome.done.what === 'quitting') closed = true
    dependencies.recorder.ended(invocation, outcome)
    return outcome
  }

  async function judged(command: Command, context: Context): Promise<Outcome> {
    if (closed) return { result: 'refused', refusal: { reason: 'closing' } }
    const refusal = guard(command, context.invocation.source, context.store.get(), context.clock.now())
    if (refusal) return { result: 'refused', refusal }
    context.macros.before(command, context.invocation.id)
    try {
      return await (handlers[command.type] as Handler<never>)(command as never, context)
    } catch (error) {
      return outcomeOf(error) ?? ofFault(error)
    }
  }

  function ofFault(error: unknown): Outcome {
    onFault(error)
    const message = error instanceof Error ? error.message : String(error)
    return { result: 'refused', refusal: { reason: 'internal', message } }
  }

  return {
    dispatch,
    /** From now on everything is refused. */
    close() {
      closed = true
    },
  }
}

function remember(held: Map<string, Promise<Outcome>>, key: string, outcome: Promise<Outcome>): void {
  held.set(key, outcome)
  if (held.size > REMEMBERED) held.delete(held.keys().next().value ?? key)
}

/** A sender whose answer was lost because we died sends the same id again: it was the same command even so. */
function fromJournal(entries: readonly JournalEntry[]): Map<string, Promise<Outcome>> {
  const remembered = new Map<string, Promise<Outcome>>()
  for (const { id, source, outcome } of entries) {
    if (outcome) remembered.set(keyOf(id, source), Promise.resolve(outcome))
  }
  return remembered
}

const keyOf = (id: string, source: Source) => `${source} ${id}`
