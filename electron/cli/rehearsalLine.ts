/** Remembers what each terminal was last told about a rehearsal: a line above every answer would soon be ignored. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { parseJson } from '../../shared/util/json.ts'
import { NO_REHEARSAL, REHEARSAL } from '../../shared/words/show/tally.ts'
import { readTextIfAny } from '../util/textFile.ts'

/** By terminal: when it was told that this is a rehearsal, in wall ms. */
const Counts = z.record(z.string(), z.number())

/** The system reuses process ids of shells: after this time it is reported again. */
const BELIEVED_MS = 12 * 3_600_000
const MOST_TERMINALS = 50

/**
 * Who asks: a terminal, identified by the process id of its shell; null if no user reads along, as with a script's log.
 */
interface Asking {
  dataDir: string
  terminal: string | null
  now: number
}

/**
 * The line to print before an answer: when a terminal first runs a command during a rehearsal, and when the rehearsal
 * is over. Null: the terminal already knows. If the file cannot be written, the line is printed each time.
 */
export function rehearsalLine({ dataDir, terminal, now }: Asking, rehearsal: boolean): string | null {
  if (terminal === null) return rehearsal ? REHEARSAL : null
  const path = join(dataDir, 'terminals.json')
  const { [terminal]: toldAt = null, ...others } = read(path, now)
  if (rehearsal === (toldAt !== null)) return null
  const entries = [...Object.entries(others), ...(rehearsal ? [[terminal, now] as const] : [])]
  try {
    writeFileSync(path, JSON.stringify(Object.fromEntries(entries.slice(-MOST_TERMINALS))), { mode: 0o600 })
  } catch {
    // Then the line is printed once more next time.
  }
  return rehearsal ? REHEARSAL : NO_REHEARSAL
}

function read(path: string, now: number): z.output<typeof Counts> {
  try {
    const { data = {} } = Counts.safeParse(parseJson(readTextIfAny(path) ?? ''))
    return Object.fromEntries(Object.entries(data).filter(([, at]) => at <= now && now - at < BELIEVED_MS))
  } catch {
    return {}
  }
}
