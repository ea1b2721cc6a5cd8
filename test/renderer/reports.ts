import type { CommandName, Source } from '../../shared/commands/commands.ts'
import { type Report, reportOf } from '../../shared/report/report.ts'
import type { ReportLine, Seen } from '../../shared/report/times.ts'
import { done, failed, NOW, offline, padlocked, timeout } from './states.ts'

const MIN = 60_000
const BEGIN = NOW - 102 * MIN

let nr = 0
/** A line of the journal of a show called Friday Night. */
export function line(more: Partial<ReportLine> & Pick<ReportLine, 'what'>): ReportLine {
  nr += 1
  const about = { projectId: 'p1', projectName: 'Friday Night', service: 'main', outcome: null, ms: null }
  return { id: `line${nr}`, at: BEGIN, source: 'panel', ...about, ...more }
}

export const seen = (scene: string | null, peakViewers: number | null = null, more: Partial<Seen> = {}): Seen => ({
  ...{ liveId: 'live1', scene, peakViewers, rehearsal: false },
  ...more,
})

/** A show with a lost start, scenes, syncs, a refusal and an end. */
export function friday(begin = BEGIN): ReportLine[] {
  const at = (minutes: number, source: Source, what: ReportLine['what'], more: Partial<ReportLine>) =>
    line({ at: begin + minutes * MIN, source, what, ...more })
  const ran = (command: CommandName, about: string | null = null) => ({ command, about })
  const switched = (minutes: number, sceneName: string, reached: 'onAir' | 'notOnAir', onAir: string) => {
    const outcome = done({ what: 'sceneSwitched', sceneName, reached })
    return at(minutes, 'hotkey', ran('switchScene', sceneName), {
      outcome,
      ms: 84,
      seen: seen(onAir, 1200 + minutes),
    })
  }
  const nothing = seen(null, null, { liveId: null })
  const most = seen('Break', 1501)
  const asked = { id: `asked${begin}`, outcome: { result: 'unknown', failure: timeout }, ms: 10_000 } as const
  const stopped = done({ what: 'stopped', liveId: 'live1' })
  return [
    at(0, 'panel', ran('goLive'), { ...asked, seen: nothing }),
    at(0.4, 'core', SETTLED, { id: `show${begin}`, settles: `asked${begin}`, seen: seen('Opening') }),
    at(0.5, 'core', { event: 'onAir' }, { seen: seen('Opening', 3) }),
    switched(4, 'Main show', 'onAir', 'Main show'),
    switched(48, 'Break', 'notOnAir', 'Main show'),
    at(48.5, 'tray', ran('sync'), { outcome: done({ what: 'synced', edits: 1 }), ms: 131, seen: most }),
    at(60, 'cli', ran('switchScene', 'Ending'), { outcome: failed(offline), ms: 2100, seen: most }),
    at(62, 'agent', ran('armStop'), { outcome: padlocked, ms: 1, seen: most }),
    switched(64, 'Ending', 'onAir', 'Ending'),
    at(90, 'panel', ran('commitStop'), { outcome: stopped, ms: 240, seen: { ...nothing, peakViewers: 1501 } }),
  ]
}
const SETTLED = { event: 'settled', act: 'start', as: 'started' } as const

/** The same show, rehearsed on the local studio. */
export function rehearsed(begin: number): ReportLine[] {
  return friday(begin).map((one) => ({
    ...one,
    service: 'local studio',
    projectName: 'Demo project',
    seen: one.seen && { ...one.seen, rehearsal: true, peakViewers: null },
  }))
}

/** The report in the panel's pictures. */
export function pictured(show: string | null): Report {
  const days = [21, 14, 7].flatMap((count) => friday(BEGIN - count * 24 * 60 * MIN))
  return reportOf([...days, ...rehearsed(BEGIN - 200 * MIN), ...friday()], show, NOW, () => false)
}

/** States that show a different report. */
export const REPORTS: Record<string, (show: string | null) => Report> = {
  reportNone: () => ({ now: NOW, shows: [], show: null }),
  reportRehearsed: (show) => reportOf([...friday(BEGIN - 900 * MIN), ...rehearsed(BEGIN)], show, NOW, () => false),
}
