import { join } from 'node:path'
import type { Clock } from '../../shared/util/clock.ts'
import { escapeControls } from '../../shared/util/escapeControls.ts'
import { LOG_WORDS } from '../../shared/words/outcomes/disk.ts'
import { openRotatingFile } from '../util/rotatingFile.ts'
import type { Redactor } from './redact.ts'

/** The name of the log in its data dir, and how many older logs are kept beside it. */
export const LOG_FILE = 'cuelight.log'
export const OLDER_LOGS = 3

const MOST_BYTES = 1024 * 1024
/** In characters. A longer line is cut: nobody reads it to its end, and it must not push out all others. */
const LONGEST_LINE = 4_000

export type Level = 'info' | 'warn' | 'error'

/** Each entry is one line: time, level, area (a word for the part of Cuelight), text. */
export type Log = ReturnType<typeof openLog>

export interface LogOptions {
  readonly dataDir: string
  readonly clock: Clock
  readonly redact: Redactor['redact']
  /** Receives each line without its line end, e.g. for the terminal. */
  readonly alsoTo?: (line: string) => void
  readonly mostBytes?: number
}

/** Opens the log of a data dir. No secret known to the redactor reaches the file or `alsoTo`. Writing never throws. */
export function openLog({ dataDir, clock, redact, alsoTo = () => {}, mostBytes = MOST_BYTES }: LogOptions) {
  let failed: string | null = null
  const onFailure = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    // Each reason is reported once: a full disk would report it with every line.
    if (failed !== reason) alsoTo(LOG_WORDS.failed(reason))
    failed = reason
  }
  const file = openRotatingFile({ path: join(dataDir, LOG_FILE), mostBytes, older: OLDER_LOGS, onFailure })

  return {
    write(level: Level, area: string, text: string) {
      const time = new Date(clock.now()).toISOString()
      // Redacted before it is cut: half a secret would no longer be recognized.
      const line = `${time} ${level.padEnd(5)} ${area}: ${cut(escapeControls(redact(text).trim()))}`
      file.append(`${line}\n`)
      alsoTo(line)
    },
    close: file.close,
  }
}

function cut(text: string): string {
  const end = text.slice(0, LONGEST_LINE).toWellFormed()
  return text.length <= LONGEST_LINE ? end : end + LOG_WORDS.cut(text.length - LONGEST_LINE)
}
