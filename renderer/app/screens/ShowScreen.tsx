import { useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import { Destinations } from '../../features/destinations/Destinations.tsx'
import { Scenes } from '../../features/scenes/Scenes.tsx'
import { Controls } from '../../features/show/controls/Controls.tsx'
import { CHECK, CheckSheet } from '../../features/show/goLive/CheckSheet.tsx'
import { reportBroken } from '../../store/broken.ts'
import { usePanel } from '../../store/context.tsx'
import { lead, onHashChange } from '../../store/place.ts'
import { isFirst } from '../../store/reasons.ts'
import { Boundary } from '../../ui/feedback/Boundary.tsx'
import { late } from '../../ui/screen/late.tsx'

type Further = typeof import('./further.ts')
const further = (name: keyof Further) => late(async () => (await import('./further.ts'))[name], null)
const BudgetLow = further('BudgetLow')
const ShowTarget = further('ShowTarget')
const OtherBroadcasts = further('OtherBroadcasts')
const RunningMacro = further('RunningMacro')
const Journal = further('Journal')
const PreviewCard = further('PreviewCard')
const PendingEditList = further('PendingEditList')
/** Reserves the space of the card while it loads. */
const playing = <div className="card playing" />
const NowPlaying = late(
  async () => (await import('../../features/show/status/NowPlaying.tsx')).NowPlaying,
  playing,
  playing,
)

/** The check sheet is laid over the show; if its script fails to load, the show alone is rendered. */
const Sheet = late(
  async () => (await import('../../features/show/goLive/GoLiveSheet.tsx')).GoLiveSheet,
  <Show />,
  <Show />,
)

export function ShowScreen() {
  const checked = useSyncExternalStore(onHashChange, () => location.hash === CHECK)
  const first = usePanel(({ presses }) => isFirst(presses.goLive))
  useEffect(() => {
    if (first) lead(CHECK)
  }, [first])
  return checked ? <Sheet /> : <Show />
}

/** The show screen: controls on the left, status on the right; one column in a narrow window. */
function Show() {
  // The lower cards render one frame later, so that what is on air and its controls appear sooner.
  const isLater = useDeferredValue(true, false)
  return (
    <div className="page show">
      <div className="lead">
        <Boundary onBroken={() => reportBroken('controls')}>
          <Controls />
        </Boundary>
        <Boundary>
          <Scenes />
        </Boundary>
        <Boundary>{isLater && <Journal />}</Boundary>
      </div>
      <aside className="stack side">
        <Boundary>{isLater && <RunningMacro />}</Boundary>
        <Boundary>
          <NowPlaying />
        </Boundary>
        <Boundary>{isLater && <PreviewCard />}</Boundary>
        <Boundary>
          <PendingEditList />
        </Boundary>
        <Boundary>
          <CheckSheet />
        </Boundary>
        <Boundary>
          <Destinations />
        </Boundary>
        <Boundary>{isLater && <BudgetLow />}</Boundary>
        <Boundary>{isLater && <ShowTarget />}</Boundary>
        <Boundary>{isLater && <OtherBroadcasts />}</Boundary>
      </aside>
    </div>
  )
}
