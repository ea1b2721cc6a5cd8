/** The shows recorded in a journal: each broadcast from its start to its end. Pure. */
import type { Source } from '../commands/commands.ts'
import type { Done, LiveEvent } from '../outcome.ts'
import type { ReportLine } from './times.ts'

export interface ShowStart {
  /** When it was requested, or first seen. */
  at: number
  /** `lost`: the response was lost, and a reading found it started. `seen`: it was already running when first seen. */
  how: 'asked' | 'lost' | 'date' | 'elsewhere' | 'seen'
  source: Source
}

export interface ShowEnd {
  at: number
  /** `lost`: the response was lost, and a reading found it off. `wasOff`: it was already off. `itself`: not by us. */
  how: 'stopped' | 'lost' | 'wasOff' | 'itself'
  source: Source
  error: string | null
}

export interface Show {
  /** The id of the entry that begins it. */
  id: string
  projectId: string
  projectName: string
  rehearsal: boolean
  start: ShowStart
  /** When it was first seen on air; null: never, according to the journal. */
  onAirAt: number | null
  /** Null: it is running, or its end is not in the journal. */
  end: ShowEnd | null
  /** Whether it was running when the report was made. */
  running: boolean
  /** All its commands and events, preceded by the failed attempts to start it. Oldest first. */
  lines: ReportLine[]
}

interface Open extends Show {
  liveId: string | null
}

/** Failed starts belong to the show that follows within this time. */
const ATTEMPTS_MS = 60 * 60_000

/** Oldest first. @param lines in the order they were begun @param runs does that project of that service run now? */
export function showsOf(
  lines: readonly ReportLine[],
  runs: (projectId: string, service: string | undefined) => boolean,
): Show[] {
  const places = new Map(lines.map(({ id }, place) => [id, place]))
  const lost: Lost = new Map(
    lines.filter(({ outcome }) => outcome?.result === 'unknown').map((line) => [line.id, line]),
  )
  const ofProjects = lines.filter((line): line is OfProject => line.projectId !== null)
  const byProject = Map.groupBy(ofProjects, ({ service, projectId }) => `${service ?? ''}\n${projectId}`)
  const shows = [...byProject.values()].flatMap((some) => {
    const { all, open } = showsOfOne(some, lost)
    const stillRuns = ({ projectId, lines: [first] }: Show) => runs(projectId, first?.service)
    return all.map(({ liveId: _, ...show }) => ({ ...show, running: show.id === open?.id && stillRuns(show) }))
  })
  return shows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
}

type OfProject = ReportLine & { projectId: string }
/** Starts and stops whose response was lost, by the id of their line. */
type Lost = ReadonlyMap<string, ReportLine>

/** `over`: the broadcast that ended last. Late entries about it begin no new show. */
interface Known {
  open: Open | undefined
  over: string | null | undefined
  lost: Lost
}

/** The shows of one project, and the one that no line ends. */
function showsOfOne(lines: readonly OfProject[], lost: Lost) {
  const all: Open[] = []
  let open: Open | undefined
  let attempts: ReportLine[] = []
  let over: string | null | undefined
  for (const line of lines) {
    const start = beginningIn(line, { open, over, lost })
    if (start) {
      open = begun(line, start, attempts)
      attempts = []
      all.push(open)
    }
    if (!open) {
      if (isAttempt(line)) attempts.push(line)
      continue
    }
    // The line that begins a show may already be among its attempts: a lost start is.
    if (!open.lines.some(({ id }) => id === line.id)) open.lines.push(line)
    learn(open, line)
    open.end = endOf(line)
    if (!open.end) continue
    over = open.liveId
    open = undefined
  }
  return { all, open }
}

function begun({ id, projectId, projectName }: OfProject, start: ShowStart, attempts: readonly ReportLine[]): Open {
  return {
    ...{ id, projectId, projectName: projectName ?? '', rehearsal: false, start, onAirAt: null, end: null },
    ...{ running: false, lines: attempts.filter(({ at }) => start.at - at <= ATTEMPTS_MS), liveId: null },
  }
}

/** How this line begins a show, or null. */
function beginningIn(line: OfProject, { open, over, lost }: Known): ShowStart | null {
  const { at, source, what, seen } = line
  const done = doneOf(line)
  if (done?.what === 'started') return open?.liveId === done.liveId ? null : { at, source, how: 'asked' }
  if ('event' in what) return eventBegins(what, line, { open, over, lost })
  const runs = seen?.liveId ?? null
  if (runs === null || runs === (open ? (open.liveId ?? runs) : over)) return null
  // A broadcast that is only being prepared was not on air before.
  return { at, source, how: seen?.onAir === false ? 'elsewhere' : 'seen' }
}

function eventBegins(event: LiveEvent, { at, source, settles }: ReportLine, { open, lost }: Known): ShowStart | null {
  if (event.event === 'settled' && event.as === 'started') {
    const asked = lost.get(settles ?? '')
    return { at: asked?.at ?? at, source: asked?.source ?? source, how: 'lost' }
  }
  if (event.event === 'startedElsewhere') return { at, source, how: event.byDate ? 'date' : 'elsewhere' }
  return event.event === 'onAir' && !open ? { at, source, how: 'seen' } : null
}

function learn(show: Open, { at, ms, what, seen, outcome, projectName }: ReportLine): void {
  if ('event' in what && what.event === 'onAir') show.onAirAt ??= at
  // It was live when this process first looked: no event records that.
  if (seen?.onAir && show.start.how !== 'seen') show.onAirAt ??= at + (ms ?? 0)
  if (outcome?.result === 'done' && outcome.done.what === 'started') show.liveId = outcome.done.liveId
  show.liveId ??= seen?.liveId ?? null
  if (seen?.rehearsal) show.rehearsal = true
  if (projectName) show.projectName = projectName
}

const isAttempt = ({ what, outcome }: ReportLine): boolean =>
  'command' in what && STARTS.has(what.command) && outcome?.result !== 'done'

const STARTS: ReadonlySet<string> = new Set(['goLive', 'armGoLive', 'commitGoLive'])

const doneOf = ({ outcome }: ReportLine): Done | null => (outcome?.result === 'done' ? outcome.done : null)

/** How this line ends a show, or null. A command ends it at the time of its response. */
function endOf(line: OfProject): ShowEnd | null {
  const { at, ms, source, what } = line
  if ('event' in what) return endOfEvent(what, at, source)
  const done = doneOf(line)?.what
  const stopped = done === 'stopped' || (what.command === 'quit' && done === 'quitting')
  // A sync that found nothing on air ends nothing: a reading determines how it ended.
  const wasOff = what.command === 'commitStop' && done === 'wasOff'
  if (!stopped && !wasOff) return null
  return { at: at + (ms ?? 0), source, how: stopped ? 'stopped' : 'wasOff', error: null }
}

function endOfEvent(event: LiveEvent, at: number, source: Source): ShowEnd | null {
  if (event.event === 'ended') return { at, source, how: 'itself', error: event.error }
  const isLost = event.event === 'projectGone' || (event.event === 'settled' && event.as === 'stopped')
  return isLost ? { at, source, how: 'lost', error: null } : null
}
