/** Texts of a show report. */
import type { Report } from '../../report/report.ts'
import type { ShowEnd, ShowStart } from '../../report/shows.ts'
import { asSentence, beside } from '../format.ts'
import { BY_WORDS } from '../outcomes/reasons.ts'

/** `empty`: shown if there is no row. */
export const REPORT_TABLES = {
  scenes: {
    heading: 'Scenes on air',
    columns: ['From', 'To', 'For', 'Scene'],
    empty: 'Not known: the journal does not say which scenes viewers saw.',
  },
  syncs: { heading: 'Syncs', columns: ['Time', 'By', 'Result'], empty: 'None.' },
  problems: {
    heading: 'Problems',
    columns: ['Time', 'By', 'What happened'],
    empty: 'None that the journal knows of.',
  },
  lost: {
    heading: 'Lost replies',
    columns: ['Time', 'What was sent', 'Outcome'],
    empty: 'None: everything that was sent got its reply.',
  },
  story: {
    heading: 'The whole story',
    columns: ['Time', 'By', 'What happened'],
    empty: 'The journal says nothing about it.',
  },
} as const

/** The facts at the top, in order. */
export const FACT_NAMES = {
  start: 'Start',
  onAir: 'On air from',
  end: 'End',
  duration: 'On air for',
  viewers: 'Most viewers',
  syncs: 'Syncs',
  zone: 'Time zone',
} as const

export const REPORT_NOTES = {
  notKnown: 'not known',
  notSeen: 'not seen by Cuelight',
  sceneNotKnown: '(which scene is not known)',
  scenes: 'As Cuelight knew it each time it wrote its journal. What others switched may have started earlier.',
  neverSettled: 'Outcome unknown.',
  rehearsal: 'REHEARSAL: nothing of this show was broadcast.',
} as const

const STARTS: Record<ShowStart['how'], (time: string, source: string) => string> = {
  asked: (time, source) => `${time}, asked for ${source}`,
  lost: (time, source) => `${time}, asked for ${source}. The reply was lost; a check found that it had started.`,
  date: (time) => `seen at ${time}, started by its schedule`,
  elsewhere: (time) => `seen at ${time}, started elsewhere`,
  seen: (time) => `not seen: it was on air already at ${time}`,
}

const ENDS: Record<ShowEnd['how'], (time: string, source: string) => string> = {
  stopped: (time, source) => `${time}, stopped ${source}`,
  lost: (time) => `seen at ${time}, stopped. The reply to Stop was lost; a check found it off.`,
  wasOff: (time, source) => `not seen: it was off already when it was stopped ${source} at ${time}`,
  itself: (time) => `seen at ${time}, ended by itself or elsewhere`,
}

const STILL = { onAir: 'on air', preparing: 'being prepared' } as const

/** Facts that are more than a time. */
export const FACTS_TOLD = {
  start: ({ how, source }: ShowStart, time: string) => STARTS[how](time, BY_WORDS[source]),
  /** @param running its stage when the report was made; false: it did not run any more */
  end(end: (ShowEnd & { time: string }) | null, running: keyof typeof STILL | false): string {
    if (end === null)
      return running ? `it was still ${STILL[running]} when this report was made` : 'not in the journal'
    const said = ENDS[end.how](end.time, BY_WORDS[end.source])
    return end.error === null ? said : `${said}, with an error: ${asSentence(end.error)}`
  },
  viewers(peak: number | null, rehearsal: boolean): string {
    if (peak !== null) return peak.toLocaleString('en')
    return rehearsal ? 'none: it was a rehearsal' : 'viewers not known'
  },
  zone: (zone: string, offset: string) => (zone === 'UTC' ? zone : `${zone} (UTC${offset})`),
  made: (version: string, at: string) =>
    `Made by Cuelight ${version} from its journal on ${at}. What it did not see is not in it.`,
} as const

/** The columns of the CSV file. */
export const CSV_COLUMNS = [
  'project',
  'rehearsal',
  'time',
  'into show',
  'by',
  'what',
  'result',
  'sentence',
  'took ms',
] as const
export const CSV_WORDS = { yes: 'yes', no: 'no', seen: 'seen' } as const

export const REPORT_WORDS = {
  title: 'Show report',
  shows: 'Shows',
  print: 'Print',
  saveHtml: 'Save as HTML',
  saveCsv: 'Save as CSV',
  reading: 'Reading the journal…',
  notRead: 'The journal could not be read',
  noLink: 'There is no link to Cuelight, so the journal cannot be read. Close this and try again once it is back.',
  none: 'No show in the journal yet. Once one has been on air, its report appears here.',
  gone: 'That show is no longer in the journal.',
  onAirNow: 'on air now',
  rehearsal: 'rehearsal',
} as const

/** What distinguishes a show from the others. */
export function showAbout(show: Report['shows'][number], day: string, duration: string | null): string {
  const length = show.running && show.duration !== null ? REPORT_WORDS.onAirNow : duration
  return beside([day, length, show.rehearsal ? REPORT_WORDS.rehearsal : null])
}
