import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { SUPPORT_FILES, SUPPORT_WORDS } from '../../shared/words/bundle.ts'
import { JOURNAL_FILES } from '../core/journal/journal.ts'
import { olderFile } from '../util/rotatingFile.ts'
import { LOG_FILE, OLDER_LOGS } from './log.ts'

/** A file that belongs into the bundle. Only what is named here gets in: no pattern may catch a key file one day. */
export interface Source {
  /** Its name in the bundle. */
  readonly name: string
  readonly path: string
  readonly about: string
  /** Its absence is nothing to wonder about. */
  readonly maybe?: boolean
}

export interface Places {
  readonly dataDir: string
  readonly studioDir: string
  readonly overrideFile: string | null
}

/** What is taken of a file at most, from its end, in bytes. */
export const MOST_BYTES = 1024 * 1024

/** The files of a bundle that lie on the disk. */
export async function sourcesIn({ dataDir, studioDir, overrideFile }: Places): Promise<Source[]> {
  const log = join(dataDir, LOG_FILE)
  const journals = await journalsIn(dataDir)
  const older = Array.from({ length: OLDER_LOGS }, (_, index) => olderFile(log, index + 1))
  return [
    { name: LOG_FILE, path: log, about: SUPPORT_FILES.log },
    ...older.map((path) => ({ name: basename(path), path, about: SUPPORT_FILES.log, maybe: true })),
    ...journals.map((name) => ({ name, path: join(dataDir, name), about: SUPPORT_FILES.journal })),
    { name: 'settings.json', path: join(dataDir, 'settings.json'), about: SUPPORT_FILES.settings },
    { name: 'studio.log', path: join(studioDir, 'studio.log'), about: SUPPORT_FILES.studioLog },
    { name: 'studio.log.1', path: join(studioDir, 'studio.log.1'), about: SUPPORT_FILES.studioLog, maybe: true },
    ...(overrideFile === null ? [] : [{ name: 'override.json', path: overrideFile, about: SUPPORT_FILES.override }]),
  ]
}

/** However many are kept. */
async function journalsIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => [])
  const found = names.filter((name) => /^journal(-local)?(\.\d+)?\.jsonl$/.test(name)).toSorted()
  return [...new Set([JOURNAL_FILES.show, ...found])]
}

export interface Content {
  readonly text: string
  /** The file is longer than what is taken of it. */
  readonly isEnd: boolean
}

/** The content of a file, of a long one its end from a whole line on; or why there is none. */
export async function contentOf(path: string): Promise<Content | { problem: string; absent: boolean }> {
  try {
    return await endOf(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const absent = code === 'ENOENT'
    return { problem: absent ? SUPPORT_WORDS.notThere : SUPPORT_WORDS.unreadable(code), absent }
  }
}

async function endOf(path: string): Promise<Content | { problem: string; absent: boolean }> {
  const status = await stat(path)
  // A pipe, opened, would keep us waiting for ever.
  if (!status.isFile()) return { problem: SUPPORT_WORDS.noFile, absent: false }
  const file = await open(path)
  try {
    const from = Math.max(0, status.size - MOST_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(status.size - from), 0, status.size - from, from)
    const text = buffer.toString('utf8', 0, bytesRead)
    // What is cut in the middle may be half a secret, which nobody would recognise: a whole line begins after it.
    return { text: from === 0 ? text : text.slice(text.indexOf('\n') + 1 || text.length), isEnd: from > 0 }
  } finally {
    await file.close()
  }
}
