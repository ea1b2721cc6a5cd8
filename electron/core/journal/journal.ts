import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalEntry } from '../../../shared/state.ts'
import { describeDiskError, diskReason, FILE_CLOSED } from '../../../shared/words/outcomes/disk.ts'
import { MOST_GROWN, olderFile, openRotatingFile, type RotatingFile } from '../../util/rotatingFile.ts'
import { dropTornEnd, readLastRows, type Wanted } from '../../util/rowFile.ts'
import { tooLarge } from '../../util/textFile.ts'
import { type JournalLine, lineOf } from './line.ts'
import { createOpenLines, type OpenLines } from './openLines.ts'

export type Journal = ReturnType<typeof appending>

export interface OpenedJournal {
  journal: Journal
  /** The latest entries, oldest first: enough to recognise a repeated command. */
  entries: JournalEntry[]
  /** Commands that were sent, but the previous process died before it knew their outcomes. */
  unended: JournalLine[]
  /** The number of lines that could not be read. */
  damaged: number
  /** Files that could not be used, each with its new path and the reason. */
  setAside: string[]
}

/**
 * The journal's files in the data dir. What was sent to the service or observed there has a file of its own. What never
 * left Cuelight (refused, armed, about itself) can come by the thousand, and must not push out a show.
 */
export const JOURNAL_FILES = { show: 'journal.jsonl', local: 'journal-local.jsonl' } as const
/** Each file is rotated at this size (Decision). */
const ROTATE_BYTES = 5 * 1024 * 1024
/** At most this many entries are loaded from each file and its older one. */
export const ENTRIES_KEPT = 500
/** A command that was sent has two lines. */
const LINES_KEPT = 2 * ENTRIES_KEPT

/** Opens the journal of a data dir. @param onProblem called with why lines cannot be written; null: they can again */
export function openJournal(
  dir: string,
  onProblem: (problem: string | null) => void,
  rotateBytes = ROTATE_BYTES,
): OpenedJournal {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  // We do not write larger files.
  const bytes = MOST_GROWN * rotateBytes
  const show = readKept(join(dir, JOURNAL_FILES.show), { rows: Number.POSITIVE_INFINITY, bytes })
  const local = readKept(join(dir, JOURNAL_FILES.local), { rows: LINES_KEPT, bytes })
  const open = createOpenLines()
  for (const line of show.lines) open.see(line)
  const unended = open.unended()
  const entries = inOneRow(show.entries, local.entries)
  const damaged = show.damaged + local.damaged + open.forgotten()
  const journal = appending(dir, open, rotateBytes, onProblem, show.setAside.length > 0)
  return { journal, entries, unended, damaged, setAside: [...show.setAside, ...local.setAside] }
}

const textOf = (line: JournalLine) => `${JSON.stringify(line)}\n`
/** Tests whether the file can be written; readers skip it. */
const NOTHING = '\n'

/** @param isAnew whether the open lines were in a file that was set aside */
function appending(
  dir: string,
  open: OpenLines,
  mostBytes: number,
  onProblem: (problem: string | null) => void,
  isAnew: boolean,
) {
  let problem: string | null = null
  function tell(next: string | null): void {
    if (next === problem) return
    problem = next
    onProblem(problem)
  }
  const onFailure = (error: unknown) => tell(describeDiskError(error))
  const common = { mostBytes, older: 1, onFailure }
  // A new file starts with the open lines, so that neither a rotation nor a crash in one loses a lost start.
  const carryOver = () => open.lines().map(textOf).join('')
  const show = openRotatingFile({ ...common, path: join(dir, JOURNAL_FILES.show), durable: true, carryOver })
  const local = openRotatingFile({ ...common, path: join(dir, JOURNAL_FILES.local) })
  /** Commands sent whose `ended` line is not written yet: it belongs in the same file. */
  const underWay = new Set(open.unended().map(({ id }) => id))

  function append(file: RotatingFile, text: string): string | null {
    if (!file.append(text)) return problem ?? FILE_CLOSED
    const isMended = problem !== null
    tell(null)
    // Open lines are written as soon as writing works again, not only with the show's next line.
    if (isMended && file !== show) append(show, NOTHING)
    return null
  }

  if (isAnew) append(show, carryOver() + NOTHING)
  return {
    /**
     * Writes one line before it returns, so the line outlives this process; it reaches the disk right after.
     *
     * @returns why it was not written, in words, or null. The show continues without it; open lines are written once
     * possible.
     */
    write(line: JournalLine): string | null {
      if (line.line === 'sent') underWay.add(line.id)
      const isOfShow = line.line !== 'ended' || underWay.delete(line.id)
      const unwritten = append(isOfShow ? show : local, textOf(line))
      open.see(line)
      return unwritten
    },
    /** Why the last line could not be written, in words; null: it was. Calling this tries again. */
    problem(): string | null {
      if (problem !== null) append(show, NOTHING)
      return problem
    },
    /** Starts and stops that may have happened at that service, sent by this process or by earlier ones. */
    unsettled: (service: string) => open.unsettled().filter((line) => (line.service ?? service) === service),
    close() {
      show.close()
      local.close()
    },
  }
}

interface Kept {
  lines: JournalLine[]
  damaged: number
  setAside: string[]
}

/** What a file contains; the entries also include those of the older file. */
function readKept(path: string, wanted: Wanted): Kept & { entries: JournalEntry[] } {
  const { lines, damaged, setAside } = readLines(path, wanted)
  // Right after a rotation the new file contains little; the earlier lines are in the older one.
  const before = olderFile(path, 1)
  const earlier = lines.length < ENTRIES_KEPT ? readLines(before, { ...wanted, rows: LINES_KEPT }) : null
  return {
    ...{ lines, damaged, setAside: [...setAside, ...(earlier?.setAside ?? [])] },
    entries: entriesOf([...(earlier?.lines ?? []), ...lines]).slice(-ENTRIES_KEPT),
  }
}

/** Merges the lines of both files. Each file keeps its order, even if the clock was set in between. */
export function inOneRow<T extends { at: number }>(show: readonly T[], local: readonly T[]): T[] {
  const all: T[] = []
  let next = 0
  for (const one of show) {
    for (let other = local[next]; other && other.at < one.at; other = local[next]) {
      all.push(other)
      next += 1
    }
    all.push(one)
  }
  return [...all, ...local.slice(next)]
}

/** An unusable file does not stop Cuelight from starting: its readable lines count, and it is moved aside. */
function readLines(path: string, wanted: Wanted): Kept {
  const lines: JournalLine[] = []
  let damaged = 0
  const take = (row: string | null) => {
    const line = row === null ? null : lineOf(row)
    if (line) lines.push(line)
    else damaged += 1
  }
  try {
    dropTornEnd(path)
    if (readLastRows(path, wanted, take) > wanted.bytes) throw tooLarge(path)
    return { lines, damaged, setAside: [] }
  } catch (error) {
    return { lines, damaged, setAside: [`${putAside(path)} (${diskReason(error)})`] }
  }
}

/** @returns its path now, unchanged if the system does not let it be moved */
function putAside(path: string): string {
  let aside = `${path}.unusable`
  for (let number = 2; existsSync(aside); number += 1) aside = `${path}.unusable-${number}`
  try {
    renameSync(path, aside)
    return aside
  } catch {
    return path
  }
}

/** Lines to entries: a command's `sent` and `ended` lines form one entry. */
function entriesOf(lines: readonly JournalLine[]): JournalEntry[] {
  const entries = new Map<string, JournalEntry>()
  for (const { line: _, air: __, service: ___, settles: ____, seen: _____, ...entry } of lines)
    entries.set(entry.id, entry)
  return [...entries.values()]
}
