/** What each step of a macro does. A step ends the macro by throwing `Ended`, with the reason as a sentence. */
import { commitOf, untilSecondStep } from '../../../shared/commands/arming.ts'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { type Intent, type Intents, intents } from '../../../shared/intents/intents.ts'
import type { Air, MacroStep } from '../../../shared/macros/macro.ts'
import { isConditionMet, sceneMeant } from '../../../shared/macros/offered.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import type { ProjectState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { seenLiveId } from '../../../shared/view/reasons.ts'
import { MACRO_ENDS } from '../../../shared/words/commands/macros.ts'
import { describeOutcome, describeRefusal } from '../../../shared/words/outcomes/outcomes.ts'
import { expiredLogins } from '../../../shared/words/show/show.ts'
import { sleep } from '../../util/time.ts'
import type { Store } from '../state/store.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { MacroStart } from './macroPort.ts'

/** One running macro. */
export interface Run extends MacroStart {
  readonly over: AbortController
  /** Wall ms. */
  readonly at: number
  /** How many steps worked so far. */
  done: number
}

/** What the steps need of the runner. */
export interface Stage {
  readonly clock: Clock
  readonly store: Store
  /** Sends a command as a step of the macro. */
  readonly send: (run: Run, command: Parameters<Dispatcher['dispatch']>[1]) => ReturnType<Dispatcher['dispatch']>
  /** Shows until when the macro waits (wall ms). */
  readonly waits: (until: number) => void
}

/** Ends a macro early; the message gives the reason to the user. */
export class Ended extends Error {
  override readonly name = 'Ended'
}

type Act = Exclude<MacroStep, { do: 'wait' | 'until' | 'onlyIf' }>

/** Resolves once the step was certainly done. */
export async function runStep(step: MacroStep, run: Run, stage: Stage): Promise<void> {
  const { clock } = stage
  switch (step.do) {
    case 'wait':
      stage.waits(clock.now() + step.seconds * 1_000)
      return sleep(clock, step.seconds * 1_000, run.over.signal)
    case 'until':
      stage.waits(clock.now() + step.seconds * 1_000)
      return until(step, run, stage)
    case 'onlyIf': {
      const so = isConditionMet(step.air, projectOf(run, stage), clock.now())
      if (so !== true) throw new Ended(MACRO_ENDS[so === null ? 'notKnown' : 'notSo'](step.air))
      return
    }
    default:
      return act(step, run, stage)
  }
}

function projectOf({ projectId }: Run, { store }: Stage): ProjectState {
  const { projects, targetId } = store.get()
  const project = projects[projectId]
  if (!project || targetId !== projectId) throw new Ended(describeRefusal({ reason: 'noTarget' }))
  return project
}

function until({ air, seconds }: { air: Air; seconds: number }, run: Run, stage: Stage): Promise<void> {
  const { clock, store } = stage
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      stop()
      unsubscribe()
      run.over.signal.removeEventListener('abort', over)
      settle()
    }
    const look = () => {
      const project = store.get().projects[run.projectId]
      if (project && isConditionMet(air, project, clock.now())) end(resolve)
    }
    const over = () => end(() => reject(run.over.signal.reason))
    const stop = clock.after(seconds * 1_000, () => end(() => reject(new Ended(MACRO_ENDS.tooLong(seconds, air)))))
    const unsubscribe = store.subscribe(look)
    run.over.signal.addEventListener('abort', over, { once: true })
    look()
  })
}

/** Going live and stopping take their usual two steps; in between, the user may still cancel. */
async function act(step: Act, run: Run, stage: Stage): Promise<void> {
  const project = projectOf(run, stage)
  const outcome = await stage.send(run, meant(step, project, run))
  if (outcome.result !== 'armed') return done(outcome)
  const { arm } = outcome
  await sleep(stage.clock, untilSecondStep(arm), run.over.signal)
  refuseExpired(arm.armId, stage)
  done(await stage.send(run, commitOf(arm)))
  // From here on the macro belongs to the broadcast that this step started.
  if (arm.act === 'goLive') run.liveId = null
}

/** Nobody decides here whether to go live in spite of an expired login. */
function refuseExpired(armId: string, { store }: Stage): void {
  const { arm } = store.get()
  const sentence = arm?.armId === armId ? expiredLogins(arm) : null
  if (sentence !== null) throw new Ended(sentence)
}

function done(outcome: Outcome): void {
  if (outcome.result !== 'done') throw new Ended(describeOutcome(outcome))
}

/**
 * The command for a step in the current state. The running broadcast must be the one that the macro was started for.
 */
function meant(step: Act, project: ProjectState, run: Run): CommandInput {
  const liveId = seenLiveId(project)
  if (run.liveId !== null && liveId !== null && liveId !== run.liveId) throw new Ended(MACRO_ENDS.otherLive)
  run.liveId = liveId ?? run.liveId
  const asked = ASKED[step.do](intents(project), step as never, project)
  if ('reason' in asked) throw new Ended(describeRefusal(asked))
  return asked
}

type Ask<Do extends Act['do']> = (show: Intents, step: Extract<Act, { do: Do }>, project: ProjectState) => Intent

const ASKED: { readonly [Do in Act['do']]: Ask<Do> } = {
  scene(show, { scene }, { scenes }) {
    const found = sceneMeant(scene, scenes)
    return found ? show.switchScene(found.id) : { reason: 'noScene', about: MACRO_ENDS.noScene(scene.name) }
  },
  next: (show) => show.nextScene(),
  previous: (show) => show.previousScene(),
  back: (show) => show.backToScene(),
  sync: (show) => show.sync(),
  autoSync: (show, { on }) => show.setAutoSync(on),
  goLive: (show) => show.armGoLive('press'),
  stop: (show) => show.armStop('press'),
}
