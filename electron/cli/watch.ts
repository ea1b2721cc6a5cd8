/** Commands that keep running: a line for each change, or a wait for one. */

import type { ServerMessage } from '../../shared/bridge/messages.ts'
import { projectOf } from '../../shared/intents/intents.ts'
import { type AppState, isRunning, isScheduled, type ProjectState } from '../../shared/state.ts'
import { type Tally, tallyOf } from '../../shared/tally.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { CLI_SENTENCES, CLI_STANDS, EXIT } from '../../shared/words/cli/cli.ts'
import { inARow, isScheduledFor, timeOfDay } from '../../shared/words/format.ts'
import { armSentence } from '../../shared/words/show/show.ts'
import { LAMP, unsyncedSentence } from '../../shared/words/show/tally.ts'
import type { ProgramClient } from '../core/bridge/socketClient.ts'
import type { Answer } from './answer.ts'
import { type Desk, look, type Seen } from './desk.ts'
import { type Status, sentenceOf, statusOf } from './status.ts'

/** Calls back with each state as it arrives. Patches need immer, which only these commands have to load. */
export async function follow(client: ProgramClient, onState: (state: AppState) => void): Promise<void> {
  const { applyPatches, enablePatches } = await import('immer')
  enablePatches()
  let state: AppState | null = null
  let revision = -1

  function take(message: ServerMessage): void {
    if (message.type === 'snapshot') keep(message.state, message.revision)
    // After a gap, only the requested snapshot counts.
    if (message.type !== 'patch' || state === null) return
    if (message.base === revision) keep(applyPatches(state, message.patches), message.revision)
    else {
      state = null
      client.follow()
    }
  }

  function keep(next: AppState, at: number): void {
    state = next
    revision = at
    onState(next)
  }

  client.listen(take)
  client.follow()
}

/** Prints each change of the show until the user stops it or Cuelight ends. */
export async function watch(desk: Desk): Promise<Answer> {
  const { clock, typed, write } = desk
  let printed = ''
  return whileSeen(desk, ({ state, named }) => {
    const [project, now] = [projectOf(state, named), clock.now()]
    const status = statusOf(state, project, now)
    const line = `${LAMP[status.tally]}  ${watchSentence(state, project, now)}`
    const news = typed.json ? JSON.stringify(lasting(status)) : line
    if (news === printed) return null
    printed = news
    write(typed.json ? JSON.stringify({ at: now, ...status }) : `${timeOfDay(now)}  ${line}`)
    return null
  })
}

/** The status without what changes with every reading: its time, and times computed from it. */
function lasting(status: Status): unknown {
  if (!status.live) return status
  const { readAt: _, startedAt: __, endsAt: ___, ...live } = status.live
  return { ...status, live }
}

/** Ages are left out: they change all the time. */
function watchSentence(state: AppState, project: ProjectState | null, now: number): string {
  const tally = tallyOf(state, project, now)
  const unsynced = project !== null && tally === 'unsynced' ? unsyncedSentence(project) : null
  const parts = [
    tally === 'stale' ? (project?.name ?? '') : sentenceOf(state, project, now),
    unsynced,
    state.arm === null ? null : armSentence(state.arm),
    state.padlock.locked ? CLI_STANDS.padlock(true) : null,
  ]
  return inARow(parts.filter((part) => part !== null))
}

/**
 * Waits until the show is on air or off, or until files are usable. A broadcast that ends during the wait for `live` is
 * refused: it will not come.
 */
export async function waitFor(desk: Desk): Promise<Answer> {
  const { clock, typed } = desk
  const [what, ...fileIds] = typed.about.split(/\s+/)
  if (what === 'file') return (await import('./waiting.ts')).waitForFiles(desk, fileIds)
  const giveUpAt = clock.monotonic() + typed.timeoutMs
  let begun = false
  return whileSeen(desk, ({ state, named }) => {
    const [project, now] = [projectOf(state, named), clock.now()]
    const tally = tallyOf(state, project, now)
    const sentence = `${sentenceOf(state, project, now)}.`
    if (typed.about === 'live' ? isOnAir(tally) : isOff(project, tally)) return { code: EXIT.done, sentence }
    const under = project !== null && (isRunning(project.live) || project.pending !== null)
    if (typed.about === 'live' && begun && isOff(project, tally)) return { code: EXIT.refused, sentence }
    begun ||= under
    if (typed.about === 'live' && project && isOff(project, tally) && beginsAfter(project, now + typed.timeoutMs))
      return { code: EXIT.refused, sentence: `${sentence} ${isScheduledFor(project.name, project.nextScheduleAt)}` }
    if (clock.monotonic() < giveUpAt) return null
    return { code: EXIT.timedOut, sentence: CLI_SENTENCES.waitedInVain(typed.timeoutMs, sentence.slice(0, -1)) }
  })
}

/** Is it scheduled for later than `at`, with nothing that can start it before? @param at wall ms */
const beginsAfter = (project: ProjectState, at: number): boolean =>
  isScheduled(project) && project.nextScheduleAt !== null && project.nextScheduleAt > at

const isOnAir = (tally: Tally) => tally === 'live' || tally === 'unsynced'

/** Known to be off: a fresh reading shows it, and no start or stop is pending. */
function isOff(project: ProjectState | null, tally: Tally): boolean {
  if (!project?.live || project.pending !== null || isRunning(project.live)) return false
  return tally === 'off' || tally === 'error'
}

/** How often the state is checked without a message, in ms: readings get old and waits end with time alone. */
const LOOK_MS = 500

/** Passes every state to `see` until that returns an answer, the user stops it, or the connection ends. */
async function whileSeen(desk: Desk, see: (seen: Seen) => Answer | null): Promise<Answer> {
  const first = await look(desk)
  if ('code' in first) return first
  const { named } = first
  let latest: AppState | null = null
  const answered = new Promise<Answer>((resolve) => {
    const again = () => {
      const answer = latest && see({ state: latest, named })
      if (answer) resolve(answer)
    }
    void follow(desk.client, (state) => {
      latest = state
      again()
    })
    every(desk.clock, again, desk.client.ended)
  })
  const gone = desk.client.ended.then((): Answer => ({ code: EXIT.noApp, sentence: CLI_SENTENCES.watchEnded }))
  const watching = desk.typed.command === 'watch'
  const enough = desk.stopped.then(
    (): Answer => ({ code: watching ? EXIT.done : EXIT.refused, sentence: CLI_SENTENCES.gaveUp, quiet: watching }),
  )
  return Promise.race([answered, gone, enough])
}

function every(clock: Clock, look: () => void, ended: Promise<void>): void {
  const next = () => {
    look()
    stop = clock.after(LOOK_MS, next)
  }
  let stop = clock.after(LOOK_MS, next)
  void ended.then(() => stop())
}
