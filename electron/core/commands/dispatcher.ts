import { type Command, parseCommand, type Source } from '../../../shared/commands/commands.ts'
import type { Paired } from '../../../shared/control/scopes.ts'
import type { Outcome, Refusal } from '../../../shared/outcome.ts'
import type { JournalEntry } from '../../../shared/state.ts'
import type { Invocation } from '../journal/recorder.ts'
import type { Context, Dependencies, Handler } from './context.ts'
import { guard, isArmOnly } from './guard.ts'
import { handlers } from './handlers/index.ts'
import { outcomeOf } from './outcomeOf.ts'

export type Dispatcher = ReturnType<typeof createDispatcher>

/** How many commands are remembered, to recognize a repeated one; and as many refused ones. */
const REMEMBERED = 1_000

/**
 * The single entry point of all commands. @param entries of the journal, whose commands are recognized when repeated
 */
export function createDispatcher(
  current: () => Dependencies,
  entries: readonly JournalEntry[],
  onFault: (error: unknown) => void,
) {
  const remembered = fromJournal(entries)
  /** By pairing: what one sends displaces nothing of another sender's. */
  const paired = new Map<string, Known>()
  /** Kept apart, so that a thousand refused commands do not displace those that were carried out. */
  const refused: Known = new Map()
  let closed = false
  const ending = (): Refusal | null => (closed ? { reason: 'closing', by: 'quit' } : null)

  /**
   * Carries a command out, or refuses it. Never rejects; every command gets one outcome and one journal entry.
   *
   * @param id made by the sender: the same id from the same source is the same command and is never carried out twice
   * @param command unknown until parsed
   * @param source set by the carrier, never by the message
   * @param by the pairing, if the source is one: also set by the carrier
   * @param until by our clock, in wall ms: begun later, as when this process or the computer stood still, it is refused
   */
  function dispatch(id: string, command: unknown, source: Source, by?: Paired, until?: number): Promise<Outcome> {
    const key = keyOf(id, source)
    const mine = by ? ofPairing(paired, by) : remembered
    const known = [mine, remembered, refused].find((one) => one.has(key))?.get(key)
    if (known) return known
    const outcome = carryOut(id, command, source, by, until)
    remember(mine, key, outcome)
    outcome.then(({ result }) => {
      if (result === 'refused' && mine.delete(key)) remember(refused, key, outcome)
    })
    return outcome
  }

  async function carryOut(...[id, value, source, by, until]: Parameters<typeof dispatch>): Promise<Outcome> {
    const parsed = parseCommand(value)
    if ('invalid' in parsed) return { result: 'refused', refusal: { reason: 'invalid', ...parsed.invalid } }
    const { command } = parsed
    const dependencies = current()
    const invocation: Invocation = {
      ...{ id, source, paired: by, command },
      at: dependencies.clock.now(),
      pressedAt: dependencies.clock.monotonic(),
      number: dependencies.sequence.next(),
    }
    const outcome = lateSays(invocation, until) ?? (await judged(command, { ...dependencies, invocation }))
    // Once quitting has been promised, no command is begun that could not be completed.
    if (outcome.result === 'done' && outcome.done.what === 'quitting') closed = true
    dependencies.recorder.ended(invocation, outcome)
    return outcome
  }

  async function judged(command: Command, context: Context): Promise<Outcome> {
    const refusal = ending() ?? guard(command, context.invocation, context.store.get(), context.clock.now())
    if (refusal) return { result: 'refused', refusal }
    if (!isArmOnly(context.invocation)) context.macros.before(command, context.invocation.id)
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
    /** Why no command is begun any more; null as long as they are. */
    ending,
    /** From now on every command is refused. */
    close() {
      closed = true
    },
  }
}

/** What only takes back is never too late. */
function lateSays({ command, at }: Invocation, until = at): Outcome | null {
  const isLate = command.type !== 'cancelArm' && at > until
  return isLate ? { result: 'refused', refusal: { reason: 'late' } } : null
}

type Known = Map<string, Promise<Outcome>>

function ofPairing(all: Map<string, Known>, { name }: Paired): Known {
  const mine: Known = all.get(name) ?? new Map()
  all.set(name, mine)
  return mine
}

function remember(held: Map<string, Promise<Outcome>>, key: string, outcome: Promise<Outcome>): void {
  held.set(key, outcome)
  if (held.size > REMEMBERED) held.delete(held.keys().next().value ?? key)
}

/** A sender whose response was lost because the process died sends the same id again: it is still the same command. */
function fromJournal(entries: readonly JournalEntry[]): Map<string, Promise<Outcome>> {
  const remembered = new Map<string, Promise<Outcome>>()
  for (const { id, source, outcome } of entries) {
    if (outcome) remembered.set(keyOf(id, source), Promise.resolve(outcome))
  }
  return remembered
}

const keyOf = (id: string, source: Source) => `${source} ${id}`
