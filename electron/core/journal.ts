import { existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type CommandName, commands, SOURCES } from '../../shared/commands.ts'
import { parseJson } from '../../shared/json.ts'
import { LiveEvent, Outcome } from '../../shared/outcome.ts'
import { Seen } from '../../shared/report/lines.ts'
import type { JournalEntry } from '../../shared/state.ts'
import { createOpenLines, type OpenLines } from './openLines.ts'
import { olderFile, openRotatingFile } from './rotatingFile.ts'
import { readTextIfAny } from './textFile.ts'

const commandName = z.enum(Object.keys(commands) as [CommandName, ...CommandName[]])

const Line = z.object({
  /** `sent`: about to be sent, written before the bytes go out. `ended`: with its outcome. `event`: seen. */
  line: z.enum(['sent', 'ended', 'event']),
  id: z.string(),
  at: z.number(),
  source: z.enum(SOURCES),
  projectId: z.string().nullable(),
  projectName: z.string().nullable(),
  what: z.union([z.object({ command: commandName, about: z.string().nullable() }), LiveEvent]),
  outcome: z.nullable(Outcome),
  ms: z.number().nullable(),
  /** Which service it was sent to: what is open there is taken up again there and nowhere else. */
  service: z.string().optional(),
  /** The id of the start or stop that this event settles. */
  settles: z.string().optional(),
  /** For a start or stop: what settles it should its answer be lost. */
  air: z.object({ act: z.enum(['start', 'stop']), liveId: z.string().nullable() }).optional(),
  seen: Seen.optional(),
})
export type JournalLine = z.output<typeof Line>

export interface Journal {
  /** Writes one line before it returns; it reaches the disk right after, so it outlives this process at once. */
  write(line: JournalLine): void
  /** Starts and stops that may have happened, sent to that service: of this process and of those before it. */
  unsettled(service: string): JournalLine[]
  close(): void
}

export interface OpenedJournal {
  journal: Journal
  /** The latest entries, oldest first: enough to know a command that comes again. */
  entries: JournalEntry[]
  /** Sent, and this process's forerunner died before it knew how they ended. */
  unended: JournalLine[]
  /** Lines that could not be read. */
  damaged: number
}

/** Its name in the data dir. */
export const JOURNAL_FILE = 'journal.jsonl'
/** The journal is rotated at this size (Decision). */
const ROTATE_BYTES = 5 * 1024 * 1024
/** As many entries are taken up from the files. */
export const ENTRIES_KEPT = 500

/**
 * Opens the journal of a data dir: one JSON line an entry, appended.
 *
 * @param onFailure called when a line could not be written; a show goes on without its journal
 */
export function openJournal(
  dir: string,
  onFailure: (error: unknown) => void,
  rotateBytes = ROTATE_BYTES,
): OpenedJournal {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, JOURNAL_FILE)
  dropTornEnd(path)
  const { lines, damaged } = readLines(path)
  const open = createOpenLines()
  for (const line of lines) open.see(line)
  const unended = open.unended()
  // Right after a rotation the fresh file holds little: what came before is in the older one.
  const earlier = lines.length < ENTRIES_KEPT ? readLines(olderFile(path, 1)).lines.slice(-2 * ENTRIES_KEPT) : []
  const entries = entriesOf([...earlier, ...lines]).slice(-ENTRIES_KEPT)
  return { journal: appending(path, { open, rotateBytes }, onFailure), entries, unended, damaged }
}

interface Appended {
  open: OpenLines
  rotateBytes: number
}

const textOf = (line: JournalLine) => `${JSON.stringify(line)}\n`

function appending(path: string, { open, rotateBytes }: Appended, onFailure: (error: unknown) => void): Journal {
  const file = openRotatingFile({
    path,
    mostBytes: rotateBytes,
    older: 1,
    durable: true,
    // A fresh file begins with what is open: no rotation, and no crash in one, loses a lost start.
    carryOver: () => open.lines().map(textOf).join(''),
    onFailure,
  })
  return {
    write(line) {
      file.append(textOf(line))
      open.see(line)
    },
    unsettled: (service) => open.unsettled().filter((line) => (line.service ?? service) === service),
    close: file.close,
  }
}

function readLines(path: string): { lines: JournalLine[]; damaged: number } {
  const lines: JournalLine[] = []
  let damaged = 0
  for (const row of (readTextIfAny(path) ?? '').split('\n')) {
    if (row === '') continue
    const line = lineOf(row)
    if (line) lines.push(line)
    else damaged += 1
  }
  return { lines, damaged }
}

/** One row of the file; null: it is damaged. */
export function lineOf(row: string): JournalLine | null {
  const parsed = Line.safeParse(parseJson(row))
  return parsed.success ? parsed.data : null
}

/**
 * Takes away a last line without its end: it was being written when its process was killed, so nobody was told that it
 * was, and it is no damage to speak of.
 */
function dropTornEnd(path: string): void {
  if (!existsSync(path)) return
  const bytes = readFileSync(path)
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole !== bytes.length) truncateSync(path, whole)
}

/** Lines to entries: what was sent and what came of it are one. */
function entriesOf(lines: readonly JournalLine[]): JournalEntry[] {
  const entries = new Map<string, JournalEntry>()
  for (const { line: _, air: __, service: ___, settles: ____, seen: _____, ...entry } of lines)
    entries.set(entry.id, entry)
  return [...entries.values()]
}
