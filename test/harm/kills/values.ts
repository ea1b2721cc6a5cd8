/** The written values, made so that a reader can tell which write it was and whether it is whole. */
import type { JournalLine } from '../../../electron/core/journal/line.ts'

/** The four kinds of files that are written while a process is killed. */
export const KINDS = ['settings', 'journal', 'leases', 'studio'] as const
export type Kind = (typeof KINDS)[number]

export const STUDIO_KEY = 'svc_written-while-killed'
/** Small, so that the journal is rotated under the kills, again and again. */
export const ROTATE_BYTES = 32 * 1024
/** At least this many lines fit into that: the latest ones, which no rotation may lose. */
export const LINES_KEPT = 80
/** A lease file is replaced by the next one after this many: a reader counts at most a whole minute's budget. */
export const LEASES_A_FILE = 140

const filler = (count: number, most: number) => 'x'.repeat((count * 7_919) % most)

/** The `count`th text, of a different length each time. */
export const textOf = (count: number, most: number) => `${count}:${filler(count, most)}`

/** Which write a text is from, or null when it is not whole. */
export function countOf(text: string | undefined, most: number): number | null {
  const count = Number.parseInt(text ?? '', 10)
  return textOf(count, most) === text ? count : null
}

export const LONGEST = { settings: 20_000, studio: 4_000 } as const

/** A start in flight, or ended; each in a project of its own, because a project has one start at a time. */
export function journalLine(id: string, line: 'sent' | 'ended', now: number): JournalLine {
  const about = {
    source: 'panel',
    projectId: id,
    projectName: 'Show',
    what: { command: 'goLive', about: null },
  } as const
  const done = { result: 'done', done: { what: 'started', liveId: id, projectName: 'Show' } } as const
  const air = { act: 'start', liveId: null } as const
  return { line, id, at: now, ms: null, ...about, ...(line === 'ended' ? { outcome: done } : { outcome: null, air }) }
}
