import type { Outcome } from '../../shared/outcome.ts'
import { type Report, reportOf } from '../../shared/report/report.ts'
import type { ReportLine, Seen } from '../../shared/report/times.ts'
import { NOW, offline, timeout } from './states.ts'

const MIN = 60_000
const BEGIN = NOW - 102 * MIN

let nr = 0
/** A line of the journal of a show called Friday Night. */
export function line(more: Partial<ReportLine> & Pick<ReportLine, 'what'>): ReportLine {
  nr += 1
  return {
    id: `line${nr}`,
    at: BEGIN,
    source: 'panel',
    projectId: 'p1',
    projectName: 'Friday Night',
    outcome: null,
    ms: null,
    service: 'main',
    ...more,
  }
}

export const seen = (scene: string | null, peakViewers: number | null = null, more: Partial<Seen> = {}): Seen => ({
  liveId: 'live1',
  scene,
  peakViewers,
  rehearsal: false,
  ...more,
})

const done = (what: Extract<Outcome, { result: 'done' }>['done']): Outcome => ({ result: 'done', done: what })

/** A show with a lost start, scenes, syncs, a refusal and an end; and one more before it, in rehearsal. */
export function friday(begin = BEGIN): ReportLine[] {
  const at = (minutes: number) => begin + minutes * MIN
  const switched = (minutes: number, scene: string, reached: 'onAir' | 'notOnAir', onAir: string) =>
    line({
      at: at(minutes),
      source: 'hotkey',
      what: { command: 'switchScene', about: scene },
      outcome: done({ what: 'sceneSwitched', sceneName: scene, reached }),
      ms: 84,
      seen: seen(onAir, 1200 + minutes),
    })
  return [
    line({
      id: `asked${begin}`,
      at: at(0),
      what: { command: 'goLive', about: null },
      outcome: { result: 'unknown', failure: timeout },
      ms: 10_000,
      seen: { liveId: null, scene: null, peakViewers: null, rehearsal: false },
    }),
    line({
      id: `show${begin}`,
      at: at(0.4),
      source: 'core',
      what: { event: 'settled', act: 'start', as: 'started' },
      settles: `asked${begin}`,
      seen: seen('Opening'),
    }),
    line({ at: at(0.5), source: 'core', what: { event: 'onAir' }, seen: seen('Opening', 3) }),
    switched(4, 'Main show', 'onAir', 'Main show'),
    switched(48, 'Break', 'notOnAir', 'Main show'),
    line({
      at: at(48.5),
      source: 'tray',
      what: { command: 'sync', about: null },
      outcome: done({ what: 'synced', edits: 1 }),
      ms: 131,
      seen: seen('Break', 1501),
    }),
    line({
      at: at(60),
      source: 'cli',
      what: { command: 'switchScene', about: 'Ending' },
      outcome: { result: 'failed', failure: offline },
      ms: 2100,
      seen: seen('Break', 1501),
    }),
    line({
      at: at(62),
      source: 'agent',
      what: { command: 'armStop', about: null },
      outcome: { result: 'refused', refusal: { reason: 'padlocked' } },
      ms: 1,
      seen: seen('Break', 1501),
    }),
    switched(64, 'Ending', 'onAir', 'Ending'),
    line({
      at: at(90),
      what: { command: 'commitStop', about: null },
      outcome: done({ what: 'stopped', liveId: 'live1' }),
      ms: 240,
      seen: { liveId: null, scene: null, peakViewers: 1501, rehearsal: false },
    }),
  ]
}

/** The same show, rehearsed on the local studio. */
export function rehearsed(begin: number): ReportLine[] {
  return friday(begin).map((one) => ({
    ...one,
    service: 'local studio',
    projectName: 'Demo project',
    seen: one.seen && { ...one.seen, rehearsal: true, peakViewers: null },
  }))
}

/** What the panel's pictures show. */
export function pictured(show: string | null): Report {
  const days = [21, 14, 7].flatMap((count) => friday(BEGIN - count * 24 * 60 * MIN))
  return reportOf([...days, ...rehearsed(BEGIN - 200 * MIN), ...friday()], show, NOW, () => false)
}

/** States that show another one. */
export const REPORTS: Record<string, (show: string | null) => Report> = {
  reportNone: () => ({ now: NOW, shows: [], show: null }),
  reportRehearsed: (show) => reportOf([...friday(BEGIN - 900 * MIN), ...rehearsed(BEGIN)], show, NOW, () => false),
}
