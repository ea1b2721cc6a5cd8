import { useEffect, useRef } from 'react'
import type { Arm } from '../../../../shared/commands/arm.ts'
import { commitOf } from '../../../../shared/commands/arming.ts'
import type { Source } from '../../../../shared/commands/commands.ts'
import type { AppState } from '../../../../shared/state.ts'
import { NAMES, STOP_WORDS } from '../../../../shared/words/labels.ts'
import { stoppingAndQuittingIn } from '../../../../shared/words/panel/setup.ts'
import {
  armedBy,
  armQuestion,
  expiredLogins,
  lapsesIn,
  stoppingIn,
  whyProposed,
} from '../../../../shared/words/show/show.ts'
import { useActions, usePanel } from '../../../store/context.tsx'
import type { Stopping } from '../../../store/stopControl.ts'
import { useTimedFinely } from '../../../store/useTimed.ts'
import { Button, CommandButton, ignoreRepeat } from '../../../ui/button/PressButton.tsx'
import { Warning } from '../../../ui/icons/icons.tsx'

/** The armed command: our own cancel window, or one armed elsewhere that waits for its second step. */
export function ArmBar() {
  const stop = usePanel((panel) => panel.stop)
  const arm = usePanel(({ state, link }) => (link === 'up' ? (state?.arm ?? null) : null))
  if (stop.phase !== 'idle') return <OwnWindow spot="stop" />
  if (!arm || arm.armId === stop.ours) return null
  return <ArmedElsewhere key={arm.armId} arm={arm} />
}

/** Our own cancel window, at the button that opened it. */
export function OwnWindow({ spot }: { spot: Stopping['spot'] }) {
  const stop = usePanel((panel) => panel.stop)
  if (stop.phase !== 'armed' || stop.mode !== 'cancelWindow' || stop.spot !== spot) return null
  return <CancelWindow commitAt={stop.commitAt} spot={spot} />
}

/**
 * Stop was triggered by a key: it is sent at the end of the window unless cancelled. The cancel button has the focus.
 */
function CancelWindow({ commitAt, spot }: { commitAt: number; spot: Stopping['spot'] }) {
  const { stop } = useActions()
  const button = useRef<HTMLButtonElement>(null)
  const text = useTimedFinely((_, now) => (spot === 'quit' ? stoppingAndQuittingIn : stoppingIn)(commitAt - now))
  useEffect(() => takeFocus(button.current), [])
  return (
    <div className="card ask" role="alertdialog" aria-label={NAMES.stop} aria-describedby="stopping">
      <p className="ask-title num" id="stopping">
        {text}
      </p>
      <Button ref={button} className="" onKeyDown={ignoreRepeat} onClick={() => stop.cancel()}>
        {NAMES.cancel}
      </Button>
    </div>
  )
}

/** Focuses an element. @returns a function that restores the previous focus, unless it has moved elsewhere */
function takeFocus(element: HTMLElement | null): () => void {
  const before = document.activeElement
  element?.focus()
  return () => {
    const free = document.activeElement === element || document.activeElement === document.body
    if (free && before instanceof HTMLElement) before.focus()
  }
}

/** The input that armed the command, according to the journal. */
const sourceOf = ({ journal }: AppState, armId: string): Source | null =>
  journal.findLast(({ outcome }) => outcome?.result === 'armed' && outcome.arm.armId === armId)?.source ?? null

/** A command armed elsewhere. A press or menu arm can be confirmed or cancelled here; a hold can only be cancelled. */
function ArmedElsewhere({ arm }: { arm: Arm }) {
  const lapses = useTimedFinely((_, now) => lapsesIn(arm.expires - now))
  const { armId } = arm
  const by = usePanel(({ state }) => (state ? sourceOf(state, armId) : null))
  const expired = expiredLogins(arm)
  const { proposed } = arm
  const confirm = expired !== null ? NAMES.goLiveAnyway : proposed ? NAMES.allow : NAMES.confirm
  const confirmable = arm.mode === 'press' || arm.mode === 'menu' || arm.mode === 'proposed'
  return (
    <section className="card ask" aria-label={armQuestion(arm)}>
      <p className="ask-title" role="alert">
        {armQuestion(arm)}
      </p>
      {expired && (
        <p className="noted strong" role="alert">
          <Warning />
          <span>{expired}</span>
        </p>
      )}
      {proposed && proposed.fields.length > 0 && (
        <ul className="list small">
          {proposed.fields.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      )}
      {proposed && <p>{whyProposed(proposed.why)}</p>}
      <p className="small num">
        {armedBy(by)} {lapses}
      </p>
      <div className="row">
        {confirmable && <CommandButton className="" name={confirm} spot="arm" command={commitOf(arm)} />}
        <CommandButton
          className=""
          name={proposed ? NAMES.refuse : NAMES.cancel}
          spot="arm"
          command={{ type: 'cancelArm', armId }}
        />
      </div>
    </section>
  )
}

/** The state of the hold, in the place of the outcome. */
export function HoldLine() {
  const text = usePanel(({ stop }) =>
    stop.phase === 'arming' || stop.phase === 'armed'
      ? stop.mode === 'hold'
        ? STOP_WORDS.holding
        : STOP_WORDS.arming
      : null,
  )
  return (
    text && (
      <div className="answer" data-look="sent">
        {text}
      </div>
    )
  )
}
