import { HEADINGS } from '../../shared/words/labels.ts'
import { useTimed } from '../hooks/useTimed.ts'
import type { MirrorState } from '../mirror/mirror.ts'
import type { Spot } from '../mirror/presses.ts'
import { latestPress } from '../view/answers.ts'
import { worstNews } from '../view/news.ts'
import { ArmBar } from './ArmBar.tsx'
import { ControlsAnswer } from './Controls.tsx'
import { CheckingAsk, FaultsAsk, GoLive } from './GoLive.tsx'
import { Warning } from './icons.tsx'
import { Padlock } from './Padlock.tsx'
import { Scenes } from './Scenes.tsx'
import { StopButton } from './StopButton.tsx'
import { AutoSync, Sync } from './Sync.tsx'

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
