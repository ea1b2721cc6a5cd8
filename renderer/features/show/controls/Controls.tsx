import { isScheduled } from '../../../../shared/state.ts'
import { isScheduledFor } from '../../../../shared/words/format.ts'
import { HEADINGS, KEYS_HOW_TO, NAMES } from '../../../../shared/words/labels.ts'
import { LOCKED } from '../../../../shared/words/outcomes/outcomes.ts'
import { stopHowTo } from '../../../../shared/words/show/show.ts'
import { addressOf, reportOf } from '../../../store/address.ts'
import { usePanel, useTarget } from '../../../store/context.tsx'
import { faultsToConfirm, isLocked, latestPress } from '../../../store/reasons.ts'
import type { PanelState } from '../../../store/store.ts'
import { isRefusedFor, type Submission } from '../../../store/submissions.ts'
import { AnswerLine } from '../../../ui/feedback/Answer.tsx'
import { Padlocked } from '../../../ui/icons/icons.tsx'
import { ArmBar, HoldLine } from './ArmBar.tsx'
import { Asks, GoLive } from './GoLive.tsx'
import { SceneSteps } from './SceneSteps.tsx'
import { StopButton } from './StopButton.tsx'
import { AutoSync, Padlock, Sync } from './Sync.tsx'
import './Controls.css'

const SPOTS = ['goLive', 'unlock', 'stop', 'sync', 'autoSync', 'back', 'step', 'padlock', 'arm'] as const

/** All controls of the show except the scenes. */
export function Controls() {
  const locked = usePanel(isLocked)
  const onPhone = usePanel(({ phone }) => phone !== null)
  return (
    <section
      className="controls"
      aria-label={HEADINGS.controls}
      data-locked={locked || undefined}
      data-phone={onPhone || undefined}
    >
      <div className="acts">
        <GoLive />
        <StopButton />
        <Sync />
      </div>
      <ControlsAnswer />
      <div className="over">
        <ArmBar />
      </div>
      <Asks />
      <div className="row tools">
        <div className="steps">
          <SceneSteps />
        </div>
        <div className="row switches">
          <AutoSync />
          <Padlock />
        </div>
      </div>
    </section>
  )
}

type Presses = PanelState['presses']
const ofControls = (presses: Presses) => latestPress(presses, SPOTS)

/** One line right beneath the buttons. Its space is reserved, so that nothing moves when an outcome arrives. */
export function ControlsAnswer({ answered = ofControls }: { answered?: (presses: Presses) => Submission | null }) {
  const press = usePanel(({ presses }) => answered(presses))
  const asked = usePanel(
    ({ presses }) => faultsToConfirm(presses.goLive) !== null && answered(presses) === presses.goLive,
  )
  const holding = usePanel(({ stop }) => stop.phase === 'arming' || (stop.phase === 'armed' && stop.mode === 'hold'))
  return (
    <div className="controls-answer">
      {holding && <HoldLine />}
      {!holding && (asked || !press) && <Hint />}
      <AnswerLine press={asked || holding ? null : press} />
      {!asked && !holding && press && <WayOn press={press} />}
    </div>
  )
}

/** Links for an outcome: a stopped broadcast to its report, and a refusal because of a planned date to the dates. */
function WayOn({ press }: { press: Submission }) {
  const projectId = useTarget((target) => target?.id ?? null)
  if (projectId === null || press.phase !== 'answered') return null
  const { answer } = press
  if (isRefusedFor(press, 'scheduled')) return <Dates projectId={projectId} />
  const done = answer.result === 'done' ? answer.done : null
  if (done?.what !== 'stopped' || done.liveId === null) return null
  return <a href={reportOf(projectId, done.liveId)}>{NAMES.report}</a>
}

const Dates = ({ projectId }: { projectId: string }) => (
  <a href={addressOf('schedule', { project: projectId })}>{NAMES.dates}</a>
)

/** A hint on how to use the controls, while there is no outcome to show. */
function Hint() {
  const locked = usePanel(isLocked)
  const waiting = useTarget((target) => (target && isScheduled(target) ? target : null))
  const howTo = usePanel(({ state }) => state && stopHowTo(state.preferences.guard))
  if (locked) {
    return (
      <p className="row label">
        <Padlocked />
        {LOCKED}
      </p>
    )
  }
  if (waiting) {
    return (
      <p className="small">
        {isScheduledFor(waiting.name, waiting.nextScheduleAt)} <Dates projectId={waiting.id} />
      </p>
    )
  }
  return (
    <p className="small">
      {howTo} <span className="needs-keys">{KEYS_HOW_TO}</span>
    </p>
  )
}
