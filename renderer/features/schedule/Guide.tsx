import { wallOf } from '../../../shared/schedule/zones.ts'
import { lanesOf, scenesOf } from '../../../shared/timeline/guide.ts'
import { HOUR_MS, MINUTE_MS } from '../../../shared/util/clock.ts'
import { beside, timeOfDay } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { HOURS_WORDS as WORDS, when } from '../../../shared/words/schedule/planning.ts'
import { zoneHere } from '../../data/usePlan.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { ChevronLeft, ChevronRight } from '../../ui/icons/icons.tsx'
import { useGuide } from './useGuide.ts'
import './Guide.css'

/** How much of the programme is drawn at once: short enough that a song of three minutes is visible. */
const SHOWN = 2 * HOUR_MS
const STEP = HOUR_MS
const MARKS = 4

/**
 * The forecast as a programme guide of two hours: the scenes, and a lane for each layer. Screen readers use the list
 * beside it.
 */
export function Guide({ projectId }: { projectId: string }) {
  const { forecast, items, from: chosen, lookAt, now } = useGuide(projectId)
  if (!forecast || items.length === 0) return null
  const begin = Date.parse(forecast.from)
  const from = Math.floor((chosen ?? Math.max(begin, now - 10 * MINUTE_MS)) / (15 * MINUTE_MS)) * 15 * MINUTE_MS
  const until = from + SHOWN
  const last = begin + 24 * HOUR_MS
  const isIn = (one: { from: number; until: number | null }) => one.from < until && (one.until ?? one.from + 1) > from
  const span = { from, until }
  const scenes = scenesOf(items).filter((scene) => isIn({ ...scene, until: scene.until ?? last }))
  const end = forecast.end && Date.parse(forecast.end.at)
  return (
    <section className="stack tight guide" aria-label={WORDS.guide}>
      <Steps {...{ span, begin, last, now, lookAt }} />
      <div className="guide-lanes" aria-hidden="true">
        <div className="guide-lane guide-scale small num">
          <span />
          <div className="guide-line">
            {Array.from({ length: MARKS }, (_, nth) => from + (nth * SHOWN) / MARKS).map((at) => (
              <span key={at} style={{ insetInlineStart: place(at, span) }}>
                {timeOfDay(at, false)}
              </span>
            ))}
          </div>
        </div>
        <div className="guide-lane">
          <small className="strong">{WORDS.scene}</small>
          <div className="guide-line">
            {scenes.map((scene) => (
              <Piece
                key={scene.key}
                {...{ span, from: scene.from, until: scene.until ?? end ?? last, name: scene.name ?? EMPTY.nameless }}
                look="scene"
              />
            ))}
            <Marks {...{ span, now, end, changes: [] }} />
          </div>
        </div>
        {lanesOf(items).map(({ layerId, layerName, sceneName, blocks }) => {
          const shown = blocks.filter(isIn)
          if (shown.length === 0) return null
          return (
            <div key={layerId} className="guide-lane">
              <small className="clip" title={beside([layerName, sceneName])}>
                {layerName ?? EMPTY.nameless}
              </small>
              <div className="guide-line">
                {shown.map((block) => (
                  <Piece
                    key={block.key}
                    {...{ span, from: block.from, until: block.until, name: block.name ?? WORDS.shuffled }}
                    look={block.isKnown ? 'known' : block.name === null ? 'shuffled' : 'estimated'}
                  />
                ))}
                <Marks {...{ span, now, end, changes: scenes.map((scene) => scene.from) }} />
              </div>
            </div>
          )
        })}
      </div>
      <p className="small guide-key" aria-hidden="true">
        <i className="guide-piece" data-look="known" /> {WORDS.known}
        <i className="guide-piece" data-look="estimated" /> {WORDS.estimated}
        <i className="guide-piece" data-look="shuffled" /> {WORDS.shuffledKey}
      </p>
    </section>
  )
}

interface StepsProps {
  span: Span
  begin: number
  last: number
  now: number
  lookAt(at: string): void
}

/** The time range that is drawn, with buttons to move it. */
function Steps({ span: { from, until }, begin, last, now, lookAt }: StepsProps) {
  const shift = (to: number) => lookAt(wallOf(to, zoneHere()).slice(11))
  const [isFirst, isLast] = [from <= begin, until >= last]
  return (
    <div className="row">
      <p className="strong num grow">
        {when(from)} {WORDS.to(until)}
      </p>
      <Button
        className="quiet square"
        aria-label={WORDS.earlier}
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && shift(Math.max(from - STEP, now))}
      >
        <ChevronLeft />
      </Button>
      <Button
        className="quiet square"
        aria-label={WORDS.later}
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && shift(from + STEP)}
      >
        <ChevronRight />
      </Button>
    </div>
  )
}

interface Span {
  from: number
  until: number
}
const place = (at: number, { from, until }: Span) =>
  `${((Math.max(from, Math.min(until, at)) - from) / (until - from)) * 100}%`

interface PieceProps {
  span: Span
  from: number
  until: number | null
  name: string
  look: 'scene' | 'known' | 'estimated' | 'shuffled'
}

/** A block of the guide. With an unknown end it only marks its start; no length is invented. */
function Piece({ span, from, until, name, look }: PieceProps) {
  const times = beside([
    name,
    timeOfDay(from, false),
    until === null ? WORDS.lengthNotKnown : timeOfDay(until, false),
  ])
  const end = until === null ? '100%' : place(until, span)
  return (
    <span
      className="guide-piece clip"
      data-look={look}
      data-open={until === null || undefined}
      style={{ insetInlineStart: place(from, span), insetInlineEnd: `calc(100% - ${end})` }}
      title={times}
    >
      {name}
    </span>
  )
}

/** Lines for now, for scene changes, and for the end. */
function Marks({ span, now, end, changes }: { span: Span; now: number; end: number | null; changes: number[] }) {
  const isIn = (at: number) => at > span.from && at < span.until
  return (
    <>
      {changes.filter(isIn).map((at) => (
        <i key={at} className="guide-mark" data-of="scene" style={{ insetInlineStart: place(at, span) }} />
      ))}
      {isIn(now) && <i className="guide-mark inked" data-of="now" style={{ insetInlineStart: place(now, span) }} />}
      {end !== null && isIn(end) && (
        <i className="guide-mark inked" data-of="end" style={{ insetInlineStart: place(end, span) }} />
      )}
    </>
  )
}
