/** What each terminal was told last of whether anything is broadcast: a line that stands above every answer is read by nobody. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { parseJson } from '../../shared/util/json.ts'
import { NO_REHEARSAL, REHEARSAL } from '../../shared/words/tally.ts'
import { readTextIfAny } from '../util/textFile.ts'

/** By terminal, when it was told that this is a rehearsal, in wall ms. */
const Told = z.record(z.string(), z.number())

/** A shell's number is given to another one some day: by then it is told again. */
const BELIEVED_MS = 12 * 3_600_000
const MOST_TERMINALS = 50

/** Who asks: a terminal, by the shell that runs in it; null where nobody reads along, as in a script's log. */
interface Asking {
  dataDir: string
  terminal: string | null
  now: number
}

/**
 * What has to be said before an answer: of a rehearsal, to the first command of a terminal, and when it is one no more;
 * null: it is known there. Where that cannot be kept, it is said each time.
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
    // Said once more, then.
  }
  return rehearsal ? REHEARSAL : NO_REHEARSAL
}

function read(path: string, now: number): z.output<typeof Told> {
  try {
    const { data = {} } = Told.safeParse(parseJson(readTextIfAny(path) ?? ''))
    return Object.fromEntries(Object.entries(data).filter(([, at]) => at <= now && now - at < BELIEVED_MS))
  } catch {
    return {}
  }
}
