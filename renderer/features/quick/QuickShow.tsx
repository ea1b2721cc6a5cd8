import { HEADINGS } from '../../../shared/words/labels.ts'
import { latestPress } from '../../store/answers.ts'
import type { MirrorState } from '../../store/store.ts'
import type { Spot } from '../../store/submissions.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Warning } from '../../ui/icons.tsx'
import { Scenes } from '../scenes/Scenes.tsx'
import { ArmBar } from '../show/ArmBar.tsx'
import { ControlsAnswer } from '../show/Controls.tsx'
import { CheckingAsk, FaultsAsk, GoLive } from '../show/GoLive.tsx'
import { Padlock } from '../show/Padlock.tsx'
import { StopButton } from '../show/StopButton.tsx'
import { AutoSync, Sync } from '../show/Sync.tsx'
import { worstNews } from './news.ts'

/** The acts of a show where there is little room: each press is answered in one line, scenes included. */
export function QuickShow() {
  return (
    <>
      <News />
      <section className="quick-controls" aria-label={HEADINGS.controls}>
        <div className="acts">
          <GoLive />
          <StopButton />
          <Sync />
        </div>
        <ControlsAnswer answered={latestOfAll} />
        <div className="over">
          <ArmBar />
        </div>
        <FaultsAsk />
        <CheckingAsk />
        <div className="switches">
          <AutoSync />
          <Padlock />
        </div>
      </section>
      <Scenes answered={false} />
    </>
  )
}

const latestOfAll = (presses: MirrorState['presses']) => latestPress(presses, Object.keys(presses) as Spot[])

function News() {
  const text = useTimed(worstNews)
  return (
    text && (
      <p className="quick-news">
        <Warning />
        {text}
      </p>
    )
  )
}
