import { useEffect, useState } from 'react'
import type { ForecastItem, ForecastLayer, ViewAnswers } from '../../../../shared/query/views.ts'
import { type OnAir, targetOf } from '../../../../shared/state.ts'
import { type PlaysNow, playsNow } from '../../../../shared/timeline/nowPlaying.ts'
import { seenLiveId } from '../../../../shared/view/reasons.ts'
import { EMPTY } from '../../../../shared/words/labels.ts'
import { PLAYING_WORDS as WORDS } from '../../../../shared/words/show/playing.ts'
import { useRead } from '../../../data/queries.ts'
import { useActions, usePanel, useTarget } from '../../../store/context.tsx'
import { whyNoLink } from '../../../store/reasons.ts'
import { airIsKnown } from '../../../store/tally.ts'
import { readingFails } from '../../../store/trouble.ts'
import { useNow, useTimed } from '../../../store/useTimed.ts'
import { Refresh } from '../../../ui/actions/Refresh.tsx'
import { Answer } from '../../../ui/feedback/Answer.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/screen/Card.tsx'
import './NowPlaying.css'

type Forecast = ViewAnswers['whatPlays']
/** Playback advances by the clock and by the live status; the forecast is refetched no sooner than after this time. */
const AGAIN_MS = 30_000

/** What plays on air and what is next; off air, what a show would begin with. */
export function NowPlaying() {
  const projectId = useTarget((target) => target?.id ?? null)
  return projectId && <OfProject key={projectId} projectId={projectId} />
}

function OfProject({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRead('whatPlays', { projectId, hours: 1 })
  const failed = usePanel(readingFails)
  const noLink = usePanel(whyNoLink)
  const isLive = useTarget((target) => target?.live?.status === 'LIVE')
  const onAir = useTarget((target) => target?.live?.onAir ?? null)
  const saidAt = useTarget((target) => target?.live?.readAt ?? null)
  const now = useNow(1_000)
  // Between on air and off, the forecast is from before the change.
  const forecast = data && data.value.isRunning === isLive ? data.value : null
  const { plays, isBehind } = forecast ? playing(forecast, onAir, now) : { plays: [], isBehind: false }
  const isDue = isLive && isBehind && data !== undefined && now - data.readAt >= AGAIN_MS
  useEffect(() => {
    if (isDue) void refetch()
  }, [isDue, refetch])
  const readAt = isLive && onAir ? saidAt : data?.readAt
  const heading = isLive ? WORDS.now : WORDS.first
  return (
    <Card
      className="playing"
      heading={heading}
      aside={forecast && readAt ? WORDS.readAgo(Math.max(0, now - readAt)) : undefined}
    >
      {forecast && <Rows {...{ projectId, forecast, plays, isLive, now }} />}
      {!forecast && (error || failed) && (
        <p className="playing-none">
          {WORDS.failed} {noLink === null && <Refresh of={heading} onRefresh={refetch} />}
        </p>
      )}
      {!forecast && !error && !failed && <Skeleton text={WORDS.loading} count={2} />}
    </Card>
  )
}

/** Off air it shows the first moment of the forecast, whenever that will be. */
const playing = (forecast: Forecast, onAir: readonly OnAir[] | null, now: number) =>
  forecast.isRunning
    ? playsNow(forecast.items, onAir, now)
    : playsNow(forecast.items, null, Date.parse(forecast.from))

interface Props {
  projectId: string
  forecast: Forecast
  plays: readonly PlaysNow[]
  isLive: boolean
  now: number
}

function Rows({ projectId, forecast, plays, isLive, now }: Props) {
  const autoSync = useTarget((target) => target?.settings?.autoSync ?? null)
  const rows = plays
    .map((one) => ({ one, layer: forecast.layers.find(({ id }) => id === one.item.layerId) ?? null }))
    // Audio below video.
    .sort((a, b) => Number(isSound(a.layer)) - Number(isSound(b.layer)))
  if (plays.length === 0) return <p className="playing-none">{isLive ? WORDS.nothing : WORDS.nothingFirst}</p>
  return (
    <>
      <ul className="playing-rows">
        {rows.map(({ one, layer }) => (
          <li key={one.item.layerId} data-known={one.isKnown || undefined}>
            <Row one={one} isLive={isLive} now={now} />
            {layer && <Volume projectId={projectId} layer={layer} name={one.item.layerName ?? EMPTY.nameless} />}
          </li>
        ))}
      </ul>
      <div className="playing-foot">
        <Answer spots={plays.map(({ item }) => `edit:${item.layerId}` as const)} />
        {isLive && autoSync !== null && <p className="small">{autoSync ? WORDS.atOnce : WORDS.afterSync}</p>}
      </div>
    </>
  )
}

const isSound = (layer: ForecastLayer | null) => layer?.type === 'audioPlaylist'

const nameOf = ({ name }: ForecastItem) => name ?? WORDS.shuffled

function Row({
  one: { item, isKnown, endsAt, next },
  isLive,
  now,
}: Pick<Props, 'isLive' | 'now'> & { one: PlaysNow }) {
  const certain = useTimed(airIsKnown)
  const length = item.until === null ? null : Date.parse(item.until) - Date.parse(item.at)
  const name = nameOf(item)
  const isCounted = isLive && certain
  return (
    <>
      <p className="clip strong playing-name" title={name}>
        {name}
      </p>
      <p className="small num">
        {!isKnown && isLive && <span className="hearable">{WORDS.estimated}. </span>}
        {isCounted && endsAt !== null && (
          <span className="playing-left">{WORDS.left(Math.max(0, endsAt - now), isKnown)}</span>
        )}
        {isLive && !(isCounted && endsAt !== null) && <span className="not-known">{WORDS.notKnown}</span>}
        {!isLive && length !== null && WORDS.length(length)}
      </p>
      <p className="small clip" title={next ? nameOf(next) : WORDS.noNext}>
        {next ? WORDS.next(nameOf(next)) : WORDS.noNext}
      </p>
    </>
  )
}

interface VolumeProps {
  projectId: string
  layer: ForecastLayer
  name: string
}

/** The volume of a layer. It is sent once, when the slider or the key is released. */
export function Volume({ projectId, layer: { id, volume }, name }: VolumeProps) {
  const { store, press } = useActions()
  const [draft, setDraft] = useState<number | null>(null)
  // A new value from the service replaces the draft, whoever changed it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value ends the draft
  useEffect(() => setDraft(null), [volume])
  if (volume === null) return null
  const shown = draft ?? volume

  async function commit(): Promise<void> {
    if (draft === null || draft === volume) return
    const { state } = store.getState()
    const target = state && targetOf(state)
    const input = { projectId, layerId: id, settings: { volume: draft } }
    const seen = { liveId: target ? seenLiveId(target) : null }
    const answer = await press(`edit:${id}`, { type: 'edit', operation: 'updateLayer', input, seen })
    if (answer?.result !== 'done') setDraft(null)
  }
  return (
    <span className="volume num">
      <input
        type="range"
        min={0}
        max={10}
        value={shown}
        aria-label={WORDS.volume(name)}
        aria-valuetext={WORDS.ofTen(shown)}
        onChange={({ target }) => setDraft(target.valueAsNumber)}
        onPointerUp={() => void commit()}
        onKeyUp={() => void commit()}
        onBlur={() => void commit()}
      />
      <span aria-hidden="true">{shown}</span>
    </span>
  )
}
