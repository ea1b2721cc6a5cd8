import { isRunning } from '../../../shared/state.ts'
import { usePanel, useTarget } from '../../store/context.tsx'
import { isLocked } from '../../store/reasons.ts'
import { OpenPadlock } from '../../ui/OpenPadlock.tsx'
import { StartsSoon, StartsSoonLine, useStartsSoon } from './StartsSoon.tsx'
import { StopButton } from './StopButton.tsx'
import { Sync } from './Sync.tsx'
import './Controls.css'
import './HeadActs.css'

/**
 * What belongs to the air on every screen: what is about to begin, the padlock while it is closed, Sync while something is
 * not on air, and Stop while something is.
 *
 * @param atShow the show has these controls beneath its head
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

/** The same in the line that stands in for the head. Keys and screen readers have the head, or the show's controls. */
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
