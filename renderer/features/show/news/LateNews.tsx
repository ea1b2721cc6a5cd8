import { type HeldEdit, isRunning, type Notice, targetOf } from '../../../../shared/state.ts'
import { lastEndAgo, lastErrorAgo } from '../../../../shared/words/desktop/quick.ts'
import { LAST_END_TODO, LAST_ERROR_TODO, NAMES } from '../../../../shared/words/labels.ts'
import { noticeText } from '../../../../shared/words/outcomes/failures.ts'
import { HELD_WORDS, heldFor, heldHeadline } from '../../../../shared/words/projects/projects.ts'
import { addressOf, reportOf } from '../../../store/address.ts'
import { useActions, usePanel, useTarget } from '../../../store/context.tsx'
import type { Place } from '../../../store/place.ts'
import { screenOf } from '../../../store/screen.ts'
import { useNow, useTimed } from '../../../store/useTimed.ts'
import { CommandButton, PressButton } from '../../../ui/button/PressButton.tsx'
import { Answer } from '../../../ui/feedback/Answer.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { Hourglass } from '../../../ui/icons/icons.tsx'
import { Fault } from '../../../ui/icons/lateIcons.tsx'
import { LiveNews } from './LiveNews.tsx'

/** News of the last broadcast, of the current one, and of Cuelight itself. */
export function LateNews({ place }: { place: Place }) {
  const runs = useTarget((target) => isRunning(target?.live ?? null))
  return (
    <>
      <Held />
      <LastEnd />
      {runs && <LiveNews />}
      <Notices place={place} />
    </>
  )
}

const NONE_HELD: HeldEdit[] = []

/** Edits that are queued for the request budget: which, for how long, and a button to cancel. */
function Held() {
  const held = usePanel(({ state }) => state?.heldEdits ?? NONE_HELD)
  return held.map((edit) => <OneHeld key={edit.id} edit={edit} />)
}

function OneHeld({ edit: { id, about, until } }: { edit: HeldEdit }) {
  const now = useNow(1_000)
  const spot = `lost:${id}` as const
  const words = { headline: heldHeadline(about), now: HELD_WORDS.now, todo: HELD_WORDS.todo }
  return (
    <StateCard wait icon={<Hourglass />} words={words} ticks={heldFor(until - now)}>
      <Answer spots={[spot]} />
      <CommandButton name={HELD_WORDS.cancel} spot={spot} command={{ type: 'dismissEdit', editId: id }} />
    </StateCard>
  )
}

/** How the last broadcast ended, unless it was stopped here, until dismissed. */
function LastEnd() {
  const { ask } = useActions()
  const error = useTarget((target) => target?.lastError?.message ?? null)
  const by = useTarget((target) => target?.lastEnd?.by ?? null)
  const ago = useTimed(({ state }, now) => {
    const target = state && targetOf(state)
    if (target?.lastError) return lastErrorAgo(now - target.lastError.at)
    return target?.lastEnd ? lastEndAgo(target.lastEnd, target.name, now - target.lastEnd.at) : null
  })
  const report = useTarget((target) => {
    const liveId = (target?.lastError ?? target?.lastEnd)?.liveId
    return target && liveId ? reportOf(target.id, liveId) : null
  })
  if (ago === null) return null
  const todo = error === null ? by && LAST_END_TODO[by] : LAST_ERROR_TODO
  return (
    <StateCard
      bad={error !== null || by === 'elsewhere' || by === 'lateStop'}
      icon={<Fault />}
      words={{ headline: ago, now: error, todo }}
    >
      <Answer spots={['banner']} />
      {report && (
        <a className="button quiet" href={report}>
          {NAMES.report}
        </a>
      )}
      <PressButton
        name={NAMES.putAway}
        spot="banner"
        onPress={() => void ask('banner', (show) => show.acknowledge())}
      />
    </StateCard>
  )
}

const NO_NOTICES: Notice[] = []

/** These are about the show, and shown on the show screen only. */
const OF_THE_SHOW: readonly Notice['kind'][] = ['targetChosen', 'keyThisRun']

function Notices({ place }: { place: Place }) {
  const notices = usePanel(({ state }) => state?.notices ?? NO_NOTICES)
  const starting = usePanel((panel) => screenOf(panel) === 'starting')
  // While starting, the screen itself says so.
  const shown = notices.filter(
    ({ kind }) => !(starting && kind === 'studioFailed') && (place === 'show' || !OF_THE_SHOW.includes(kind)),
  )
  return shown.map((notice) => <OneNotice key={notice.id} notice={notice} />)
}

function OneNotice({ notice: { id, kind, about } }: { notice: Notice }) {
  const spot = `notice:${id}` as const
  return (
    <Banner>
      <p>{noticeText(kind, about)}</p>
      <Answer spots={[spot]} />
      {kind === 'targetChosen' && (
        <a className="button quiet" href={addressOf('projects')}>
          {NAMES.change}
        </a>
      )}
      <CommandButton name={NAMES.putAway} spot={spot} command={{ type: 'putAwayNotice', noticeId: id }} />
    </Banner>
  )
}
