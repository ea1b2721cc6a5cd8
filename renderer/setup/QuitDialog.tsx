import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { onAirNow, QUIT_WORDS, SETUP_NAMES } from '../../shared/words/setup.ts'
import { stopAndQuitAbout } from '../../shared/words/show.ts'
import { useActions, useMirror } from '../mirror/context.tsx'
import { Answer } from '../parts/Answer.tsx'
import { HoldLine, OwnWindow } from '../parts/ArmBar.tsx'
import { PressButton } from '../parts/PressButton.tsx'
import { HoldButton } from '../parts/StopButton.tsx'
import { whyNoLink } from '../view/reasons.ts'
import { whyNoStopAndQuit } from '../view/stopping.ts'
import '../parts/Controls.css'
import './Quit.css'

/** Three ways, and no fourth: leave it on air, stop it in two steps as ever, or stay. Escape stays. */
export function QuitDialog({ names, onStay }: { names: readonly string[]; onStay(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { press, stop } = useActions()
  const armed = useMirror((mirror) => mirror.stop.phase === 'arming' || mirror.stop.phase === 'armed')
  const noLink = useMirror(whyNoLink)
  const stopMore = useMirror(({ state }) => (state ? stopAndQuitAbout(state.preferences.guard) : ''))
  const noStop = useMirror(whyNoStopAndQuit)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  /** Escape while a stop is armed cancels that, and leaves the question standing. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && armed) event.preventDefault()
  }
  function stay(): void {
    stop.cancel()
    onStay()
  }
  return (
    <dialog className="dialog quit-dialog" ref={dialog} aria-labelledby={id} onKeyDown={onKeyDown} onClose={stay}>
      <h2 id={id}>{QUIT_WORDS.title}</h2>
      <p>{onAirNow(names)}</p>
      <ul className="quit-ways">
        <li>
          <PressButton
            name={SETUP_NAMES.stay}
            spot="quit"
            about={QUIT_WORDS.stayMore}
            onPress={() => dialog.current?.close()}
          />
          <p className="small" aria-hidden="true">
            {QUIT_WORDS.stayMore}
          </p>
        </li>
        <li>
          <PressButton
            name={SETUP_NAMES.leave}
            spot="quit"
            reason={noLink}
            about={QUIT_WORDS.leaveMore}
            onPress={() => void press('quit', { type: 'quit', onAir: 'leave' })}
          />
          <p className="small" aria-hidden="true">
            {QUIT_WORDS.leaveMore}
          </p>
        </li>
        <li>
          <HoldButton spot="quit" reason={noStop} about={stopMore}>
            {SETUP_NAMES.stopAndQuit}
          </HoldButton>
          <p className="small" aria-hidden="true">
            {noStop ?? stopMore}
          </p>
        </li>
      </ul>
      <OwnWindow spot="quit" />
      <HoldLine />
      <Answer spots={SPOTS} />
    </dialog>
  )
}

const SPOTS = ['quit'] as const
