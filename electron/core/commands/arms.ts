import { randomUUID } from 'node:crypto'
import type { Arm } from '../../../shared/commands/arm.ts'
import { armTimes, PRESS_GAP_MS } from '../../../shared/commands/arming.ts'
import type { Command } from '../../../shared/commands/commands.ts'
import type { CheckFault, Refusal } from '../../../shared/outcome.ts'
import type { GuardTimes } from '../../../shared/settings/preferences.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Sequence } from '../../util/sequence.ts'
import type { Invocation } from '../journal/recorder.ts'
import { isArmOnly, pairingOf } from './guard.ts'
import { Refused } from './ports.ts'

export interface ArmRequest
  extends Pick<Arm, 'act' | 'macro' | 'proposed' | 'mode' | 'projectId' | 'projectName' | 'liveId' | 'destinations'> {
  /** What is carried out once a person allows it. */
  command?: Command
}

/** Ms from showing an expired login to a second step that counts: a press that was under way does not answer it. */
const READ_MS = 1_000

/** The name of all arms in the sequence. */
const ARMS = 'arms'

interface Held {
  arm: Arm
  /** It may not take the second step: its arm never covers one of a sender that may. */
  isAside: boolean
  /** The name of the pairing or phone that armed it; null: none did. */
  by: string | null
  /** Monotonic ms, so that a jump of the wall clock neither opens nor closes an arm. */
  from: number
  until: number
  /** What turned out to be wrong since it was armed. */
  faults?: CheckFault[]
  command?: Command | undefined
}

export type Arms = ReturnType<typeof createArms>

/**
 * Stores what is armed. Time is checked here, in the main process: a second step that is too early or too late is
 * refused, whatever the client counted. An arm keeps the times it was made with.
 *
 * @param sequence a cancel of all arms also supersedes arms that are requested and not made yet
 * @param onChange receives the arm to show now, or null
 */
export function createArms(
  clock: Clock,
  guard: () => GuardTimes,
  sequence: Sequence,
  onChange: (arm: Arm | null) => void,
) {
  const held = new Map<string, Held>()
  let stopTimer = () => {}

  function show(): void {
    stopTimer()
    const now = clock.monotonic()
    const latest = latestOf(held, now)
    if (latest) stopTimer = clock.after(latest.until - now + 1, show)
    onChange(latest?.arm ?? null)
  }

  /** @throws Refused if all arms were cancelled since that command's number */
  function arm(request: ArmRequest, by: ArmSender): Arm {
    if (sequence.isSuperseded(ARMS, by.number)) throw new Refused({ reason: 'superseded' })
    const one = armed(request, by, armTimes(request.mode, guard()), clock)
    if (one.isAside) dropAside(held, one.arm)
    held.set(one.arm.armId, one)
    show()
    return one.arm
  }

  /** Uses an arm up. @param byPerson whether a person sent the second step @returns the arm, or the refusal */
  function take(armId: string, act: Arm['act'], byPerson = false): Arm | Refusal {
    const one = held.get(armId)
    const now = clock.monotonic()
    if (!one || one.arm.act !== act) return { reason: 'noArm' }
    if (isProposed(one) && !byPerson) return { reason: 'personOnly' }
    // The monotonic clock may stop while the computer sleeps; the wall clock goes on.
    if (now > one.until || clock.now() > one.arm.expires) return forget(armId, { reason: 'armExpired' })
    if (now < one.from) return tooSoon(one, now)
    return forget(armId, one.arm)
  }

  /** A key that bounces or repeats keeps postponing the second step: only a separate press counts. */
  function tooSoon(one: Held, now: number): Refusal {
    const waitMs = one.from - now
    if (one.arm.mode === 'press' || one.arm.mode === 'menu') {
      one.from = now + PRESS_GAP_MS
      one.arm = { ...one.arm, notBefore: clock.now() + PRESS_GAP_MS }
      show()
    }
    return one.faults ? { reason: 'faults', faults: one.faults } : { reason: 'tooSoon', waitMs }
  }

  /** Shows what is wrong, found since it was armed. From then on the second step counts as made in spite of it. */
  function tell(armId: string, faults: CheckFault[]): void {
    const one = held.get(armId)
    if (one && faults.length > 0) doubt(one, faults, clock)
    show()
  }

  function forget<T>(armId: string, answer: T): T {
    held.delete(armId)
    show()
    return answer
  }

  return {
    ...{ arm, take, tell },
    /** Does an agent's proposal wait for an answer? */
    proposalWaits: () => [...held.values()].some((one) => isProposed(one) && clock.monotonic() <= one.until),
    commandOf: (armId: string): Command | null => held.get(armId)?.command ?? null,
    cancel: (armId: string) => held.has(armId) && forget(armId, true),
    /** Cancels what a pairing has armed that is not paired any more. */
    cancelOf(isPaired: (name: string) => boolean) {
      for (const [armId, { by }] of held) if (by !== null && !isPaired(by)) forget(armId, by)
    },
    cancelAll() {
      sequence.supersede(ARMS)
      held.clear()
      show()
    },
  }
}

/** The command that arms. */
type ArmSender = Pick<Invocation, 'number' | 'source' | 'paired'>

function armed({ command, ...request }: ArmRequest, sender: ArmSender, times: Times, clock: Clock): Held {
  const [wall, now] = [clock.now(), clock.monotonic()]
  const until = { notBefore: wall + times.from, expires: wall + times.until }
  const arm = { ...request, armId: randomUUID(), armedAt: wall, ...until }
  return {
    arm,
    isAside: isArmOnly(sender),
    by: pairingOf(sender),
    from: now + times.from,
    until: now + times.until,
    command,
  }
}
type Times = ReturnType<typeof armTimes>

const isProposed = ({ arm }: Pick<Held, 'arm'>): boolean => arm.proposed !== undefined

/** The arm to show. Expired ones are removed. What an agent proposes covers nothing else. */
function latestOf(held: Map<string, Held>, now: number): Held | undefined {
  for (const [id, one] of held) if (one.until < now) held.delete(id)
  const all = [...held.values()]
  return all.findLast(({ isAside }) => !isAside) ?? all.findLast((one) => !isProposed(one)) ?? all.at(-1)
}

function dropAside(held: Map<string, Held>, made: Arm): void {
  const isSame = ({ isAside, arm }: Held) => isAside && arm.act === made.act && arm.mode === made.mode
  for (const [id, one] of held) if (isSame(one)) held.delete(id)
}

/** Enters what is wrong, and gives the user the time to read it before the second step counts. */
function doubt(one: Held, faults: CheckFault[], clock: Clock): void {
  const expired = faults.flatMap((fault) => (fault.fault === 'destination' ? [fault.name] : []))
  one.faults = faults
  one.from = Math.max(one.from, clock.monotonic() + READ_MS)
  one.arm = { ...one.arm, expired, notBefore: Math.max(one.arm.notBefore, clock.now() + READ_MS) }
}
