import { type KeyboardEvent, type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import { projectNameIn } from '../../../shared/view/openWork.ts'
import { WORKFLOW_WORDS } from '../../../shared/words/commands/workflows.ts'
import { onAirNow, QUIT_WORDS, SETUP_NAMES } from '../../../shared/words/panel/setup.ts'
import { stopAndQuitAbout } from '../../../shared/words/show/show.ts'
import type { OpenWork } from '../../../shared/workflows.ts'
import { HoldLine, OwnWindow } from '../../features/show/controls/ArmBar.tsx'
import { HoldButton } from '../../features/show/controls/StopButton.tsx'
import { useActions, usePanel } from '../../store/context.tsx'
import { lead, onHashChange } from '../../store/place.ts'
import { whyNoLink } from '../../store/reasons.ts'
import { leavingWork } from '../../store/stopControl.ts'
import { whatBecomes, whyNoStopAndQuit } from '../../store/useHoldToStop.ts'
import { CommandButton, PressButton } from '../../ui/button/PressButton.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import '../../features/show/controls/Controls.css'
import './Quit.css'
import { QUIT_PLACE } from '../../../shared/bridge/shellBridge.ts'

const NONE: readonly OpenWork[] = []

/**
 * Asks before Cuelight quits. With something on air there are exactly three options: leave it on air, stop it with
 * the usual two steps, or stay. Incomplete workflows are named; quitting leaves them incomplete. What is on air comes
 * from this page's state, or from the core when it refuses to quit because of it. Escape means stay.
 */
export function QuitDialog({ onStay }: { onStay(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { press, dismiss, stop } = useActions()
  const [refusedOver, setRefusedOver] = useState<string | null>(null)
  const armed = usePanel((panel) => panel.stop.phase === 'arming' || panel.stop.phase === 'armed')
  const noLink = usePanel(whyNoLink)
  const seen = usePanel(whatBecomes)
  const halfDone = usePanel(({ state }) => state?.openWork ?? NONE)
  const question = refusedOver ?? seen
  /** While a stop is armed, Escape cancels that and leaves the dialog open. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && armed) event.preventDefault()
  }
  /**
   * Ends the question immediately: the browser reports the close only later, and by then the dialog may be open
   * again.
   */
  function stay(): void {
    dialog.current?.close()
    stop.cancel()
    onStay()
  }
  async function quit(): Promise<void> {
    const answer = await press('quit', { type: 'quit', ...leavingWork(halfDone) })
    if (answer?.result !== 'refused' || answer.refusal.reason !== 'onAir') return
    dismiss('quit')
    setRefusedOver(onAirNow(answer.refusal.projectNames, answer.refusal.mayBe))
  }
  return (
    <Dialog
      className="dialog quit-dialog"
      ref={dialog}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onCancel={stay}
      onClose={stay}
    >
      <h2 id={id}>{QUIT_WORDS.title}</h2>
      <p>{question ?? QUIT_WORDS.everywhere}</p>
      {halfDone.map((one) => (
        <HalfDone key={one.id} one={one} />
      ))}
      <ul className="quit-ways">
        <Way about={QUIT_WORDS.stayMore}>
          <PressButton className="" name={SETUP_NAMES.stay} spot="quit" about={QUIT_WORDS.stayMore} onPress={stay} />
        </Way>
        {question ? (
          <>
            <Way about={QUIT_WORDS.leaveMore}>
              <CommandButton
                name={SETUP_NAMES.leave}
                spot="quit"
                className=""
                about={QUIT_WORDS.leaveMore}
                command={{ type: 'quit', onAir: 'leave', ...leavingWork(halfDone) }}
              />
            </Way>
            <StopAndQuit />
          </>
        ) : (
          <Way about={QUIT_WORDS.quitMore}>
            <PressButton
              className=""
              name={SETUP_NAMES.quitNow}
              spot="quit"
              reason={noLink}
              about={QUIT_WORDS.quitMore}
              onPress={() => void quit()}
            />
          </Way>
        )}
      </ul>
      <OwnWindow spot="quit" />
      <HoldLine />
      <Answer spots={['quit']} />
    </Dialog>
  )
}

/** A workflow that quitting would leave incomplete, and its current state. */
function HalfDone({ one }: { one: OpenWork }) {
  const name = usePanel(({ state }) => (state ? projectNameIn(state, one.projectId) : one.projectId))
  return <p>{WORKFLOW_WORDS.leftAs(one, name)}</p>
}

/** One option of the dialog, with what it means. */
function Way({ about, children }: { about: string; children: ReactNode }) {
  return (
    <li>
      {children}
      <p className="small" aria-hidden="true">
        {about}
      </p>
    </li>
  )
}

function StopAndQuit() {
  const about = usePanel(({ state }) => (state ? stopAndQuitAbout(state.preferences.guard) : ''))
  const reason = usePanel(whyNoStopAndQuit)
  return (
    <Way about={reason ?? about}>
      <HoldButton spot="quit" reason={reason} about={about}>
        {SETUP_NAMES.stopAndQuit}
      </HoldButton>
    </Way>
  )
}

/** Quits Cuelight for every window and every browser at once; always asks first. */
export function QuitCuelight() {
  const reason = usePanel(whyNoLink)
  const { question, ask, end } = useQuestion()
  return (
    <>
      <PressButton name={SETUP_NAMES.quit} spot="quit" reason={reason} onPress={ask} />
      {question === null ? <Answer spots={['quit']} /> : <QuitDialog key={question} onStay={() => end(question)} />}
    </>
  )
}

/**
 * The number of the open question; null: none. Questions are numbered and only the newest can be closed, so that one
 * that closes late does not take the next one with it.
 */
function useQuestion() {
  const [question, setQuestion] = useState<number | null>(null)
  const newest = useRef(0)
  const ask = useCallback(() => setQuestion(++newest.current), [])
  useLayoutEffect(() => {
    const look = () => (isLedToQuit() ? ask() : setQuestion(null))
    if (isLedToQuit()) ask()
    return onHashChange(look)
  }, [ask])
  function end(nr: number): void {
    if (nr !== newest.current) return
    setQuestion(null)
    if (isLedToQuit()) lead(QUIT_PLACE.slice(0, QUIT_PLACE.lastIndexOf('/')), { instead: true })
  }
  return { question, ask, end }
}

/**
 * Tray and operating system ask to quit by navigating to this address. Staying leaves the address, so that it can be
 * navigated to again.
 */
const isLedToQuit = () => location.hash === QUIT_PLACE
