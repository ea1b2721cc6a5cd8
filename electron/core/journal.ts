import { closeSync, fsync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type CommandName, commands, SOURCES } from '../../shared/commands.ts'
import { parseJson } from '../../shared/json.ts'
import { LiveEvent, Outcome } from '../../shared/outcome.ts'
import { JOURNAL_SHOWN, type JournalEntry } from '../../shared/state.ts'
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
  outcome: Outcome.nullable(),
  ms: z.number().nullable(),
  /** For a start or stop: what settles it should its answer be lost. */
  air: z.object({ act: z.enum(['start', 'stop']), liveId: z.string().nullable() }).optional(),
})
export type JournalLine = z.output<typeof Line>

export interface Journal {
  /** Writes one line before it returns; it reaches the disk right after, so it outlives this process at once. */
  write(line: JournalLine): void
  close(): void
}

export interface OpenedJournal {
  journal: Journal
  /** The latest entries, oldest first. */
  recent: JournalEntry[]
  /** Sent, and this process's forerunner died before it knew how they ended. */
  unfinished: JournalLine[]
  /** Lines that could not be read. */
  damaged: number
}

/** The journal is rotated at this size (Decision). */
const ROTATE_BYTES = 5 * 1024 * 1024

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
  const path = join(dir, 'journal.jsonl')
  const { lines, damaged, bytes, torn } = readLines(path)
  const unfinished = unfinishedOf(lines)
  const journal = appending(path, bytes, rotateBytes, onFailure, torn)
  return { journal, recent: entriesOf(lines).slice(-JOURNAL_SHOWN), unfinished, damaged }
}

function appending(
  path: string,
  held: number,
  rotateBytes: number,
  onFailure: (error: unknown) => void,
  torn: boolean,
) {
  let file = openSync(path, 'a', 0o600)
  let bytes = held
  /** Lines sent and not ended: they move along when the file is rotated. */
  const open = new Map<string, string>()
  if (torn) writeSync(file, '\n')

  function append(text: string): void {
    bytes += writeSync(file, text)
    fsync(file, () => {})
  }

  function rotate(): void {
    closeSync(file)
    renameSync(path, `${path.replace(/\.jsonl$/, '')}.1.jsonl`)
    file = openSync(path, 'a', 0o600)
    bytes = 0
    for (const text of open.values()) append(text)
  }

  return {
    write(line: JournalLine): void {
      const text = `${JSON.stringify(line)}\n`
      if (line.line === 'sent') open.set(line.id, text)
      if (line.line === 'ended') open.delete(line.id)
      try {
        if (bytes > rotateBytes) rotate()
        append(text)
      } catch (error) {
        onFailure(error)
      }
    },
    close: () => closeSync(file),
  }
}

function readLines(path: string): { lines: JournalLine[]; damaged: number; bytes: number; torn: boolean } {
  const text = readTextIfAny(path) ?? ''
  const lines: JournalLine[] = []
  let damaged = 0
  for (const row of text.split('\n')) {
    if (row === '') continue
    const parsed = Line.safeParse(parseJson(row))
    if (parsed.success) lines.push(parsed.data)
    else damaged += 1
  }
  return { lines, damaged, bytes: Buffer.byteLength(text), torn: text !== '' && !text.endsWith('\n') }
}

function unfinishedOf(lines: readonly JournalLine[]): JournalLine[] {
  const open = new Map<string, JournalLine>()
  for (const line of lines) {
    if (line.line === 'sent') open.set(line.id, line)
    if (line.line === 'ended') open.delete(line.id)
  }
  return [...open.values()]
}

/** Lines to entries: what was sent and what came of it are one. */
function entriesOf(lines: readonly JournalLine[]): JournalEntry[] {
  const entries = new Map<string, JournalEntry>()
  for (const { line: _, air: __, ...entry } of lines) entries.set(entry.id, entry)
  return [...entries.values()]
}
