import { ServiceError } from '../../../shared/failures.ts'
import type { Refusal } from '../../../shared/outcome.ts'
import type { HeldEdit } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { HELD_WORDS } from '../../../shared/words/projects/projects.ts'
import { sleep } from '../../util/time.ts'
import type { Store } from '../state/store.ts'
import { Refused } from './ports.ts'

/**
 * An edit that would wait longer than this in total, in ms, fails for want of budget: a whole minute had no budget for
 * it, and a program does not wait much longer for an outcome.
 */
const LONGEST_MS = 80_000
/** The shortest wait, in ms. */
const SHORTEST_MS = 250

/** A wait of at most this, in ms, is not shown. */
export const UNSEEN_MS = 1_000

/** One edit, to be sent as soon as there is budget for it. */
interface Edit extends Pick<HeldEdit, 'id' | 'about' | 'projectId'> {
  /** Its place among all commands: a later one has a higher number. */
  number: number
  /** If that place is not its own: among edits that wait for nothing, it keeps its own. */
  pressed?: number
  /** The key of its queue: of the edits in one queue, the earlier is sent first. */
  turn: string
  /** All edits of the project wait for it, whatever their queue: it decides what viewers see of them. */
  isFirst?: boolean
  /** It lets the edits of users go first. */
  isLast?: boolean
  /** It waits for all earlier edits of the project, whatever their queue: it brings on air what they are to keep hidden. */
  isAfterAll?: boolean
  /** It may wait for a later one, which must not wait for it. */
  isAside?: boolean
  /** The pairing or phone that sent it. */
  by?: string | null
}

/**
 * Tries once to send the edit. @param sent called right before its bytes go out, as their `recheck` or within one
 * @param until once aborted, none go out
 */
type Attempt<T> = (sent: () => null, until: AbortSignal) => Promise<T>

interface Held extends Edit {
  /** Wall ms. */
  until: number
  over: AbortController
  gone: Promise<void>
  leave: () => void
}

/** Thrown right before an edit would be sent ahead of an earlier one. */
class Overtaking extends Error {
  override readonly name = 'Overtaking'
}

interface Dependencies {
  clock: Clock
  store: Pick<Store, 'change'>
}

export type HeldEdits = ReturnType<typeof createHeldEdits>

/** The edits that are waiting now, shown as queued. */
function createWaiting({ clock, store }: Dependencies) {
  const held = new Map<string, Held>()
  /** All whose bytes are not out, also those that do not wait at the moment. */
  const unsent = new Map<string, Held>()
  /** Whether an edit is sent after the other: one that is not in sight has its place in a queue of its own. */
  const comesAfter = ({ turn, projectId, number, isFirst, isLast, isAfterAll }: Edit, one: Held) => {
    const isInSight = held.get(one.id) === one
    if (isAfterAll && !one.isFirst && !one.isAside && one.projectId === projectId) return true
    // Of two such edits the later one counts.
    if (isFirst && one.isFirst) return false
    if (one.isFirst && one.projectId === projectId && (isInSight || (one.pressed ?? one.number) < number)) return true
    return one.turn === turn && isInSight && (isLast || !one.isLast)
  }
  const before = (edit: Edit) =>
    [...new Set([...held.values(), ...unsent.values()])].filter(
      (one) => one.number < edit.number && comesAfter(edit, one),
    )

  function show({ id, about, projectId, until }: Held): void {
    const entry: HeldEdit = { id, about, projectId, until }
    store.change((draft) => {
      draft.heldEdits = [...draft.heldEdits.filter((one) => one.id !== id), entry]
    })
  }

  function hold(edit: Edit): Held {
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    const leave = () => {
      resolve()
      if (!held.delete(edit.id)) return
      store.change((draft) => {
        draft.heldEdits = draft.heldEdits.filter((one) => one.id !== edit.id)
      })
    }
    return { ...edit, until: clock.now(), over: new AbortController(), gone, leave }
  }

  function inSight(mine: Held, until: number): void {
    mine.until = until
    held.set(mine.id, mine)
    show(mine)
  }

  async function untilFirst(mine: Held): Promise<void> {
    for (let [first] = before(mine); first; [first] = before(mine)) {
      if (!held.has(mine.id)) inSight(mine, first.until)
      await Promise.race([first.gone, aborted(mine.over.signal)])
    }
  }

  return { held, unsent, before, hold, inSight, untilFirst }
}

/**
 * Edits without budget wait for it outside the queue of their project, so that no show command waits behind them. They
 * are shown, and stay in the order of the commands, until they are sent or the user cancels them, so a late edit
 * surprises no one.
 */
export function createHeldEdits({ clock, store }: Dependencies) {
  const { held, unsent, before, hold, inSight, untilFirst } = createWaiting({ clock, store })

  /** @throws whatever the last attempt threw; `Refused` once it is cancelled */
  async function send<T>(edit: Edit, attempt: Attempt<T>): Promise<T> {
    const end = clock.monotonic() + LONGEST_MS
    const lastAt = clock.now() + 2 * LONGEST_MS
    const mine = hold(edit)
    const { over } = mine
    unsent.set(edit.id, mine)
    const leave = () => {
      unsent.delete(edit.id)
      mine.leave()
    }
    let lack: unknown = new Refused({ reason: 'edit', message: HELD_WORDS.late })
    // The computer slept, and the monotonic clock with it: this could undo what others did meanwhile.
    const isPast = () => held.has(edit.id) && clock.now() > lastAt
    const sent = () => {
      // It was already on its way when the earlier one found no budget.
      if (before(mine).length > 0 || isPast()) throw new Overtaking()
      leave()
      return null
    }
    try {
      for (;;) {
        // An edit that waits for no other joins the queue in the order of the commands.
        if (before(mine).length > 0) await untilFirst(mine)
        // Whoever asked for it decides again: imports and workflows by themselves.
        if (isPast()) throw lack
        const tried = await attempt(sent, over.signal).then((value) => ({ value }), heldFor)
        if ('value' in tried) return tried.value
        if (tried.ms === 0) continue
        lack = tried.error
        if (clock.monotonic() + tried.ms > end) throw tried.error
        inSight(mine, clock.now() + tried.ms)
        await sleep(clock, tried.ms, over.signal)
      }
    } finally {
      leave()
    }
  }

  /** Waits for whatever else the edit needs; shown if that takes long. @throws Refused once it is cancelled */
  async function during(edit: Edit, wait: Promise<unknown>): Promise<void> {
    if (held.has(edit.id)) return void (await wait)
    const mine = hold(edit)
    const stop = clock.after(UNSEEN_MS, () => inSight(mine, clock.now()))
    await Promise.race([wait, aborted(mine.over.signal)]).finally(() => {
      stop()
      mine.leave()
    })
  }

  return {
    send,
    /** Resolves once no earlier edit of its queue is waiting; shown meanwhile. @throws Refused once it is cancelled */
    async untilEarlier(edit: Edit): Promise<void> {
      const mine = hold(edit)
      await untilFirst(mine).finally(mine.leave)
    },
    during,
    /** Like `during`, but in no queue: later edits do not wait for it, and it may wait for one of them. */
    aside: (edit: Edit, wait: Promise<unknown>) => during({ ...edit, turn: edit.id, isAside: true }, wait),
    /** @returns false if that edit was sent, or is none of these */
    cancel(id: string): boolean {
      const one = held.get(id) ?? unsent.get(id)
      one?.over.abort(cancelled())
      return one !== undefined
    },
    /** Cancels what a pairing has sent that is not paired any more: none of it goes out. */
    cancelOf(isPaired: (name: string) => boolean): void {
      for (const { by, over } of [...unsent.values(), ...held.values()])
        if (by && !isPaired(by)) over.abort(cancelled())
    },
    /** Cancels all waiting edits, for this reason: nothing more is sent. */
    end(why: Refusal): void {
      for (const { over } of held.values()) over.abort(new Refused(why))
    },
  }
}

const cancelled = () => new Refused({ reason: 'edit', message: HELD_WORDS.cancelled })

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** How long to wait, in ms, if the edit was not sent yet: 0 behind an earlier one. @throws any other failure */
function heldFor(error: unknown): { ms: number; error: unknown } {
  if (error instanceof Overtaking) return { ms: 0, error }
  const ms = budgetIn(error, SHORTEST_MS)
  if (ms === null) throw error
  return { ms, error }
}

/**
 * In how many ms there may be budget for a request that was not sent, at least `least`; null if it failed otherwise.
 */
export function budgetIn(error: unknown, least: number): number | null {
  if (!(error instanceof ServiceError) || error.failure.kind !== 'noBudget') return null
  return Math.max(least, error.failure.retryAfterMs ?? 0)
}
