/** The shows that a journal tells of: each broadcast from its start to its end. Pure. */
import type { Source } from '../commands/commands.ts'
import type { Done, LiveEvent } from '../outcome.ts'
import type { ReportLine } from './times.ts'

export interface ShowStart {
  /** When it was asked for, or first seen. */
  at: number
  /** `lost`: its answer was, and a reading found that it had started. `seen`: it ran already when we first saw it. */
  how: 'asked' | 'lost' | 'elsewhere' | 'seen'
  source: Source
}

export interface ShowEnd {
  at: number
  /** `lost`: its answer was, and a reading found it off. `wasOff`: there was nothing left to stop. `itself`: not by us. */
  how: 'stopped' | 'lost' | 'wasOff' | 'itself'
  source: Source
  error: string | null
}

export interface Show {
  /** Of the entry that begins it. */
  id: string
  projectId: string
  projectName: string
  rehearsal: boolean
  start: ShowStart
  /** When it was first seen on air; null: never, as far as the journal tells. */
  onAirAt: number | null
  /** Null: it runs, or its end is not in the journal. */
  end: ShowEnd | null
  /** It ran when the report was made. */
  running: boolean
  /** All that was asked for and seen of it, and before it the starts that came to nothing. Oldest first. */
  lines: ReportLine[]
}

interface Open extends Show {
  liveId: string | null
}

/** Starts that came to nothing belong to the show that follows within this time. */
const ATTEMPTS_MS = 60 * 60_000

/**
 * @param lines of the whole journal, in the order in which they were begun
 * @param runs does that project of that service run now?
 * @returns oldest first
 */
export function showsOf(
  lines: readonly ReportLine[],
  runs: (projectId: string, service: string | undefined) => boolean,
): Show[] {
  const book = new Book()
  for (const line of lines) if (line.projectId !== null) book.take(line as OfProject)
  return book.shows.map(({ liveId: _, ...show }) => ({
    ...show,
    running: show.end === null && isLatest(show, book) && runs(show.projectId, show.lines[0]?.service),
  }))
}

type OfProject = ReportLine & { projectId: string }

const isLatest = (show: Show, book: Book) => book.isOpen(show.id)

class Book {
  readonly shows: Open[] = []
  readonly #open = new Map<string, Open>()
  readonly #attempts = new Map<string, ReportLine[]>()
  readonly #lost = new Map<string, ReportLine>()
  /** The broadcast that ended last: what is said of it late begins no other show. */
  readonly #over = new Map<string, string | null>()

  isOpen(id: string): boolean {
    return [...this.#open.values()].some((show) => show.id === id)
  }

  take(line: OfProject): void {
    const key = `${line.service ?? ''}\n${line.projectId}`
    if (line.outcome?.result === 'unknown') this.#lost.set(line.id, line)
    const start = this.#beginning(line, this.#open.get(key), this.#over.get(key))
    if (start) this.#begin(key, line, start)
    const show = this.#open.get(key)
    if (!show) {
      this.#keepAttempt(key, line)
      return
    }
    // What begins a show may be among its attempts already: a lost start is.
    if (!show.lines.some(({ id }) => id === line.id)) show.lines.push(line)
    this.#learn(show, line)
    const end = endOf(line)
    if (!end) return
    show.end = end
    this.#open.delete(key)
    this.#over.set(key, show.liveId)
  }

  #begin(key: string, line: OfProject, start: ShowStart): void {
    const attempts = (this.#attempts.get(key) ?? []).filter(({ at }) => start.at - at <= ATTEMPTS_MS)
    this.#attempts.delete(key)
    const show: Open = {
      id: line.id,
      projectId: line.projectId,
      projectName: line.projectName ?? '',
      rehearsal: false,
      start,
      onAirAt: null,
      end: null,
      running: false,
      lines: attempts,
      liveId: null,
    }
    this.#open.set(key, show)
    this.shows.push(show)
  }

  /** How this line begins a show, if it does. */
  #beginning(line: OfProject, open: Open | undefined, over: string | null | undefined): ShowStart | null {
    const { at, source, what, seen } = line
    const done = doneOf(line)
    if (done?.what === 'started') return open?.liveId === done.liveId ? null : { at, source, how: 'asked' }
    if ('event' in what) return this.#eventBegins(what, line, open)
    const runs = seen?.liveId ?? null
    if (runs === null || runs === (open ? (open.liveId ?? runs) : over)) return null
    // What is only being prepared has not been on air already.
    return { at, source, how: seen?.onAir === false ? 'elsewhere' : 'seen' }
  }

  #eventBegins(event: LiveEvent, { at, source, settles }: ReportLine, open: Open | undefined): ShowStart | null {
    if (event.event === 'settled' && event.as === 'started') {
      const asked = this.#lost.get(settles ?? '')
      return { at: asked?.at ?? at, source: asked?.source ?? source, how: 'lost' }
    }
    if (event.event === 'startedElsewhere') return { at, source, how: 'elsewhere' }
    return event.event === 'onAir' && !open ? { at, source, how: 'seen' } : null
  }

  #learn(show: Open, { at, ms, what, seen, outcome, projectName }: ReportLine): void {
    if ('event' in what && what.event === 'onAir') show.onAirAt ??= at
    // Live at the first look of a process that found it so: no event tells of it.
    if (seen?.onAir && show.start.how !== 'seen') show.onAirAt ??= at + (ms ?? 0)
    if (outcome?.result === 'done' && outcome.done.what === 'started') show.liveId = outcome.done.liveId
    show.liveId ??= seen?.liveId ?? null
    if (seen?.rehearsal) show.rehearsal = true
    if (projectName) show.projectName = projectName
  }

  #keepAttempt(key: string, line: ReportLine): void {
    const { what, outcome } = line
    if (!('command' in what) || !STARTS.has(what.command) || outcome?.result === 'done') return
    this.#attempts.set(key, [...(this.#attempts.get(key) ?? []), line])
  }
}

const STARTS: ReadonlySet<string> = new Set(['goLive', 'armGoLive', 'commitGoLive'])

const doneOf = ({ outcome }: ReportLine): Done | null => (outcome?.result === 'done' ? outcome.done : null)

/** How this line ends a show, if it does. A command ends it when its answer came. */
function endOf(line: OfProject): ShowEnd | null {
  const { at, ms, source, what } = line
  if ('event' in what) return endOfEvent(what, at, source)
  const done = doneOf(line)?.what
  const stopped = done === 'stopped' || (what.command === 'quit' && done === 'quitting')
  // A sync that found nothing on air ends nothing: a reading tells how it ended.
  const wasOff = what.command === 'commitStop' && done === 'wasOff'
  if (!stopped && !wasOff) return null
  return { at: at + (ms ?? 0), source, how: stopped ? 'stopped' : 'wasOff', error: null }
}

function endOfEvent(event: LiveEvent, at: number, source: Source): ShowEnd | null {
  if (event.event === 'ended') return { at, source, how: 'itself', error: event.error }
  if (event.event === 'projectGone') return { at, source, how: 'lost', error: null }
  if (event.event === 'settled' && event.as === 'stopped') return { at, source, how: 'lost', error: null }
  return null
}
