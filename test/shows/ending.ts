/** After the faults: how long until what is shown is what is so, and does it ever say more than it knows? */
import { targetOf } from '../../shared/state.ts'
import { tallyOf } from '../../shared/tally.ts'
import type { Truth } from '../fakes/independent/control.ts'
import type { House } from './house.ts'

export interface Ending {
  /** Successful readings of the live status until what was shown was right for good. */
  readings: number
  /** Ms until the last start or stop that was rightly not known was settled; 0 where none was open. */
  settledAfterMs: number
}

/** The truth is shown after so many readings that succeeded. */
const READINGS = 2
/** By then everything is settled: a spent budget comes back within a minute, and a lost start needs 30 s after it. */
const LONGEST_MS = 180_000

/**
 * Lets time pass until the truth is shown, everything is settled, and everybody has an answer.
 *
 * The rule: after two readings of the live status that succeeded, and that began after the last fault and the last
 * change of ours, tally, broadcast and scene on air equal the service's truth. Longer than that it may only
 * - say "unknown", while a start or stop was lost or its process killed, and the readings of the present life do not
 *   settle it: a start as not started by three OFFLINE over 30 s (Decision "Lost answers"), a stop as still running by
 *   two over 4 s;
 * - say "error" while nothing runs, when a broadcast did end with one and nobody has put that away.
 * A service that does not tell the scene on air is quoted as of the last sync: that claim is judged once the scenes
 * have been read as well, and "not known" is never wrong.
 */
export async function judgeEnding(house: House): Promise<Ending> {
  const { clock, desk, report } = house
  const from = clock.monotonic()
  const ending: Ending = { readings: 0, settledAfterMs: 0 }
  const past = () => clock.monotonic() - from
  for (let judged = 0; ; ) {
    const seen = readingsSince(house, from)
    const wrong = whatIsWrong(house, from)
    if (wrong?.excused) ending.settledAfterMs = past()
    else if (wrong) ending.readings = seen + 1
    if (wrong && !wrong.excused && seen >= READINGS && seen > judged)
      report('truth', `${wrong.about} after ${seen} readings`)
    judged = seen
    const open = openEnds(house)
    if (seen >= READINGS && !wrong && open === null && scenesWereRead(house, from) && desk.waiting().length === 0)
      return ending
    if (past() > LONGEST_MS) {
      const { about = open ?? `${seen} readings, ${desk.waiting().length} without an answer` } = wrong ?? {}
      report('truth', `not settled after ${LONGEST_MS / 1000} s: ${about}`)
      return ending
    }
    await house.pass(Math.max(1, Math.ceil(clock.next ?? 1_000)))
  }
}

/** Successful readings that the product asked for after the last fault, and after its last change had ended. */
function readingsSince({ umpire, life, shown, desk }: House, from: number): number {
  const targetId = shown()?.targetId ?? ''
  const lastChange = Math.max(umpire.evidence.lastActAt(targetId), ...desk.asks.map((ask) => ask.toldAt ?? 0))
  const mine = umpire.evidence.readingsOf(targetId).filter((one) => one.life === life()?.number)
  return mine.filter((one) => one.begun >= from && one.begun > lastChange).length
}

function scenesWereRead({ shown, wallAt }: House, from: number): boolean {
  const state = shown()
  return ((state && targetOf(state))?.scenesReadAt ?? 0) >= wallAt(from)
}

interface Wrong {
  about: string
  /** Rightly so: it says that it does not know, and it cannot know yet. */
  excused: boolean
}

function whatIsWrong(house: House, from: number): Wrong | null {
  const { shown, clock, server, umpire, life } = house
  const state = shown()
  const project = state && targetOf(state)
  const present = life()
  if (!project || !present) return { about: 'no show target is shown', excused: false }
  const truth = server.control.truth(project.id)
  const [tally, so] = [tallyOf(state, project, clock.now()), tallyOfTruth(truth)]
  if (tally !== so) {
    const unknown = tally === 'unknown' && umpire.evidence.mayBeUnknown(project.id, present)
    const failed = tally === 'error' && so === 'off' && truth.past.some((one) => one.status === 'ERROR')
    return failed ? null : { about: `shows ${tally}, and it is ${so}`, excused: unknown }
  }
  if (so === 'off') return null
  const { live, air } = project
  if (live?.liveId !== truth.liveId) return fault(`shows broadcast ${live?.liveId}, and it is ${truth.liveId}`)
  const told = house.service.airFields && house.service.shape !== 'minimal'
  const claimed = told || (air.sceneId !== null && scenesWereRead(house, from))
  if (claimed && air.sceneId !== truth.onAirSceneId)
    return fault(`shows scene ${air.sceneId} on air, and it is ${truth.onAirSceneId}`)
  return null
}

const fault = (about: string): Wrong => ({ about, excused: false })

/** A start or stop that is still being found out, of any project: none may stay so. */
function openEnds({ shown }: House): string | null {
  const open = Object.values(shown()?.projects ?? {}).find(
    (one) => one.pending && one.pending.phase !== 'stillRunning',
  )
  return open ? `the ${open.pending?.act} of ${open.id} is open` : null
}

function tallyOfTruth({ status, unsyncedEdits }: Truth): string {
  if (status === 'LIVE') return unsyncedEdits > 0 ? 'unsynced' : 'live'
  return status === 'PREPARING' ? 'preparing' : 'off'
}
