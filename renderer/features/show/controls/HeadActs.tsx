import { isRunning } from '../../../../shared/state.ts'
import { usePanel, useTarget } from '../../../store/context.tsx'
import { isLocked } from '../../../store/reasons.ts'
import { OpenPadlock } from '../../../ui/button/OpenPadlock.tsx'
import { StartsSoon, StartsSoonLine, useStartsSoon } from './StartsSoon.tsx'
import { StopButton } from './StopButton.tsx'
import { Sync } from './Sync.tsx'
import './Controls.css'
import './HeadActs.css'

/**
 * The controls that are in the head of every screen: a date that starts soon, the padlock while closed, Sync while
 * changes are pending, and Stop while on air.
 *
 * @param atShow the show screen has these controls beneath its head
 */
export function HeadActs({ atShow }: { atShow: boolean }) {
  const soon = useStartsSoon()
  return (
    <>
      {soon && <StartsSoon key={soon.liveId} date={soon} />}
      {!atShow && <Acts />}
    </>
  )
}

/**
 * The same controls in the strip that replaces the scrolled-away head. Keys and screen readers use the head or the
 * show's controls.
 */
export function StripActs() {
  const soon = useStartsSoon()
  return (
    <>
      {soon && <StartsSoonLine date={soon} />}
      <Acts seenOnly />
    </>
  )
}

function Acts({ seenOnly = false }: { seenOnly?: boolean }) {
  const locked = usePanel(isLocked)
  const runs = useTarget((target) => isRunning(target?.live ?? null))
  const waits = useTarget((target) => target?.unsynced.some === true && isRunning(target.live))
  if (!locked && !runs) return null
  const tabIndex = seenOnly ? -1 : undefined
  return (
    <div className="head-acts">
      {locked && <OpenPadlock tabIndex={tabIndex} />}
      {waits && <Sync inHead tabIndex={tabIndex} />}
      {runs && <StopButton className="" tabIndex={tabIndex} />}
    </div>
  )
}
