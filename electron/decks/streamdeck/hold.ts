/** Stop by holding: armed when the key goes down, carried out once it was held long enough, cancelled if it is released. */
import type { ControlCommandInput } from '../../../shared/control/commands.ts'
import type { ControlReply } from '../../../shared/control/protocol.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { DECK_NOTES } from '../../../shared/words/decks/streamDeck.ts'

/** A timer may fire a little early, and a second step that is too early is refused. */
const SLACK_MS = 20
/**
 * The last part of a hold, in ms, is a timer of its own. After a hold-up of this process a timer fires before what waited
 * is read, and the key may be up by then; between two timers it is read.
 */
const LAST_MS = 50
/** Ms between two pictures of the ring: what the Stream Deck draws at most. */
const FRAME_MS = 100

export type Outcome = Extract<ControlReply, { type: 'outcome' }>

interface HoldOptions {
  clock: Clock
  /** Sends a command; null: it has no outcome, which was noted already. */
  send: (command: ControlCommandInput) => Promise<Outcome | null>
  /** Cancels what was armed, and shows nothing of it. */
  cancel: (armId: string) => void
  onRing: (filled: number | null) => void
  onNote: (note: string) => void
}

/**
 * One hold of a Stop key, from when it went down.
 *
 * @param arm the command with what the key showed then
 * @returns `release`: the key was let go. `abandon`: there is no contact, or the key is gone. Neither is a Stop
 */
export function holdStop(arm: ControlCommandInput, { clock, send, cancel, onRing, onNote }: HoldOptions) {
  const since = clock.monotonic()
  let isHeld = true
  let armId: string | null = null
  let wholeMs = Number.POSITIVE_INFINITY
  let [stopFrame, stopDue] = [() => {}, () => {}]

  function frame(): void {
    onRing(Math.min(1, (clock.monotonic() - since) / wholeMs))
    stopFrame = clock.after(FRAME_MS, frame)
  }

  async function begin(): Promise<void> {
    const outcome = await send(arm)
    if (outcome?.result !== 'armed' || !outcome.arm) return end()
    armId = outcome.arm.id
    if (!isHeld) return disarm()
    // Counted from the answer, so never shorter than what Cuelight counts.
    const leftMs = outcome.arm.waitMs + SLACK_MS
    wholeMs = clock.monotonic() - since + leftMs
    stopDue = clock.after(leftMs - LAST_MS, () => {
      stopDue = clock.after(LAST_MS, commit)
    })
  }

  function commit(): void {
    const id = armId
    end()
    // From here on, letting go changes nothing.
    armId = null
    if (id !== null) void send({ type: 'commitStop', armId: id })
  }

  function disarm(): void {
    const id = armId
    armId = null
    if (id !== null) cancel(id)
  }

  function end(): void {
    isHeld = false
    stopFrame()
    stopDue()
    onRing(null)
  }

  frame()
  void begin()
  return {
    release(): void {
      if (!isHeld) return
      end()
      disarm()
      onNote(DECK_NOTES.letGo)
    },
    abandon(): void {
      if (!isHeld) return
      end()
      disarm()
    },
  }
}
