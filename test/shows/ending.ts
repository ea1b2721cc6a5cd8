/** After the faults: how long until the truth is shown, and is more ever claimed than is known? */
import { targetOf } from '../../shared/state.ts'
import { tallyOf } from '../../shared/tally.ts'
import { tallyOfTruth } from './claims.ts'
import type { House } from './house.ts'
import { truthOf } from './sight.ts'

export interface Ending {
  /** Successful readings of the live status until the shown state was right for good. */
  readings: number
  /** Ms until the last start or stop that was rightly unknown was settled; 0 if none was open. */
  settledAfterMs: number
}

/** After this many successful readings the truth must be shown. */
const READINGS = 2
/** Three missed readings while something runs. */
const STALE_AFTER_MS = 15_000
/**
 * By then everything is settled. A lost start needs 30 s; but if the service sends no rate headers, one or two 429s
 * make background readings rare for many minutes.
 */
const LONGEST_MS = 1_800_000

/**
 * Lets time pass until the truth is shown, everything is settled, and every command has its outcome.
 *
 * The rule: after two successful readings of the live status, requested after the last fault, the last change of ours
 * and the last change of the broadcast itself (it comes on air, its time is up), tally, broadcast and scene on air
 * equal the service's truth. After that the tally may only
 * - be "unknown", while a start or stop was lost or its process killed, and the readings of the present life do not
 *   settle it: a start as not started by three OFFLINE over 30 s (Decision "Lost answers"), a stop as still running
 *   by two over 4 s;
 * - be "error" while nothing runs, if a broadcast did end with one that has not been dismissed;
 * - be "stale", while the budget allows no reading and the last one is three intervals old.
 * If the service does not report the scene on air, the scene that our last start, sync or switch put there may be
 * claimed ("as of the last sync"); any other claim is judged once the scenes have been read as well, and "not known"
 * is never wrong.
 */
export async function judgeEnding(house: House): Promise<Ending> {
  const { clock, report } = house
  const from = clock.monotonic()
  const ending: Ending = { readings: 0, settledAfterMs: 0 }
  const moves = watchMoves(house)
  for (let told = false; ; ) {
    const seen = readingsSince(house, moves())
    const wrong = whatIsWrong(house, from)
    if (wrong?.excused && wrong.about.includes('unknown')) ending.settledAfterMs = clock.monotonic() - from
    if (wrong && !wrong.excused) {
      ending.readings = Math.max(ending.readings, seen + 1)
      if (seen >= READINGS && !told) report('truth', `${wrong.about} after ${seen} readings`)
      told ||= seen >= READINGS
    }
    const missing = wrong?.about ?? whatIsMissing(house, seen, from)
    if (missing === null) {
      await judgePace(house, from)
      return ending
    }
    if (clock.monotonic() - from > LONGEST_MS) {
      report('truth', `not settled after ${LONGEST_MS / 1000} s: ${missing}`)
      return ending
    }
    await house.pass(Math.max(1, Math.ceil(clock.next ?? 1_000)))
  }
}

/**
 * Ms after the faults end by which readings are back at their pace; without rate headers a storm has effects for
 * longer.
 */
const BACK_AFTER_MS = { told: 60_000, untold: 120_000 }
/** While something runs: every 5 s (Decision "Polling"). */
const PACE = { inMs: 30_000, atLeast: 5 }

/** Delayed readings return to their pace, whatever the headers said about the budget. */
async function judgePace({ readings, service, clock, ...house }: House, from: number): Promise<void> {
  const targetId = house.shown()?.targetId ?? ''
  const runs = () => truthOf(house.server, targetId)?.liveId ?? null
  const before = runs()
  if (before === null) return
  const back = service.headerStyle === 'none' ? BACK_AFTER_MS.untold : BACK_AFTER_MS.told
  await house.pass(Math.max(0, from + back - clock.monotonic()))
  const since = clock.monotonic()
  await house.pass(PACE.inMs)
  const count = readings.answered('live', targetId, house.life()?.number, since)
  if (runs() === before && count < PACE.atLeast)
    house.report('pace', `${count} readings in ${PACE.inMs / 1000} s, ${back / 1000} s after the faults`)
}

/** Returns when the broadcast last changed on its own, initially the time of this call. */
function watchMoves({ clock, server, shown }: House): () => number {
  const look = () => {
    const targetId = shown()?.targetId ?? null
    if (targetId === null) return 'no target'
    const truth = truthOf(server, targetId)
    return `${truth?.status} ${truth?.liveId} ${truth?.unsyncedEdits}`
  }
  let [is, at] = [look(), clock.monotonic()]
  return () => {
    if (look() !== is) at = clock.monotonic()
    is = look()
    return at
  }
}

/** What must still happen before a show is over. */
function whatIsMissing(house: House, seen: number, from: number): string | null {
  const waiting = house.desk.waiting().length
  if (seen < READINGS) return `${seen} readings`
  if (waiting > 0) return `${waiting} commands without an answer`
  return scenesWereRead(house, from) ? openEnds(house) : 'the scenes were not read'
}

/** Successful readings sent after the last fault and after the end of our last change. */
function readingsSince({ umpire, readings, life, shown }: House, from: number): number {
  const targetId = shown()?.targetId ?? ''
  const since = Math.max(from, umpire.evidence.lastChangeAt(targetId) + 1)
  return readings.answered('live', targetId, life()?.number, since)
}

function scenesWereRead(
  { shown, readings, life }: Pick<House, 'shown' | 'readings' | 'life'>,
  from: number,
): boolean {
  return readings.answered('scenes', shown()?.targetId ?? '', life()?.number, from) > 0
}

interface Wrong {
  about: string
  /** The state is rightly shown as unknown, because it cannot be known yet. */
  excused: boolean
}

function whatIsWrong(house: House, from: number): Wrong | null {
  const { shown, clock, server, umpire, life } = house
  const state = shown()
  const project = state && targetOf(state)
  const present = life()
  const isGone = server.content.otherProjects.concat(server.content.project).some((id) => !truthOf(server, id))
  if (!project && isGone) return null
  if (!project || !present) return { about: 'no show target is shown', excused: false }
  const truth = truthOf(server, project.id)
  const tally = tallyOf(state, project, clock.now())
  // A deleted project is not on air, so neither "stale" nor a running tally is right.
  if (!truth) return GONE.has(tally) ? null : fault(`shows ${tally}, and it is deleted`)
  const so = tallyOfTruth(truth)
  if (tally !== so) {
    const unknown = tally === 'unknown' && umpire.evidence.mayBeUnknown(project.id, present)
    const failed = tally === 'error' && so === 'off' && truth.past.some((one) => one.status === 'ERROR')
    const late = tally === 'stale' && clock.monotonic() - lastReadAt(house, project.id) > STALE_AFTER_MS
    return failed ? null : { about: `shows ${tally}, and it is ${so}`, excused: unknown || late }
  }
  if (so === 'off') return null
  const { live, air } = project
  if (live?.liveId !== truth.liveId) return fault(`shows broadcast ${live?.liveId}, and it is ${truth.liveId}`)
  const isSo = air.sceneId === truth.onAirSceneId
  if (isSo || (air.basis !== 'service' && isHonest(house, from, air.sceneId))) return null
  return fault(`shows scene ${air.sceneId} on air, and it is ${truth.onAirSceneId}`)
}

/** Which scene may be claimed on air if the service does not report it. */
function isHonest({ service, lastPut, ...house }: House, from: number, sceneId: string | null): boolean {
  if (service.airFields && service.shape !== 'minimal') return false
  return sceneId === null || sceneId === lastPut() || !scenesWereRead(house, from)
}

function lastReadAt({ umpire }: House, projectId: string): number {
  return umpire.evidence.readingsOf(projectId).at(-1)?.at ?? Number.NEGATIVE_INFINITY
}

/** The tallies that may be shown for a deleted project. */
const GONE: ReadonlySet<string> = new Set(['off', 'error', 'unknown'])
const fault = (about: string): Wrong => ({ about, excused: false })

/** A start or stop of any project that is still being reconciled: none may stay so. */
function openEnds({ shown }: House): string | null {
  const open = Object.values(shown()?.projects ?? {}).find(
    (one) => one.pending && one.pending.phase !== 'stillRunning',
  )
  return open ? `the ${open.pending?.act} of ${open.id} is open` : null
}
