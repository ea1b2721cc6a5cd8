import { readFileSync } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { arch, release } from 'node:os'
import { basename, join } from 'node:path'
import type { AppState } from '../../shared/state.ts'
import { SUPPORT_FILES, SUPPORT_WORDS } from '../../shared/words/outcomes/disk.ts'
import { JOURNAL_FILES } from '../core/journal/journal.ts'
import { readAddress } from '../studio/address.ts'
import { olderFile } from '../util/rotatingFile.ts'
import { LOG_FILE, OLDER_LOGS } from './log.ts'
import type { Redactor } from './redact.ts'
import { openZip, type ZipWriter } from './zip.ts'

/** A file for the bundle. Only files named here get in: a pattern could match a key file one day. */
export interface Source {
  /** Its name in the bundle. */
  readonly name: string
  readonly path: string
  readonly about: string
  /** The file may be absent; that is not reported. */
  readonly maybe?: boolean
}

export interface Places {
  readonly dataDir: string
  readonly studioDir: string
  readonly overrideFile: string | null
}

/** The most that is taken of a file, from its end, in bytes. */
export const MOST_BYTES = 1024 * 1024

/** The files on the disk that go into a bundle. */
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

/** All journals, however many are kept. */
async function journalsIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => [])
  const found = names.filter((name) => /^journal(-local)?(\.\d+)?\.jsonl$/.test(name)).toSorted()
  return [...new Set([JOURNAL_FILES.show, ...found])]
}

export interface Content {
  readonly text: string
  /** The file is longer than the part taken of it. */
  readonly isEnd: boolean
}

/** The content of a file (of a long file its end, starting with a whole line), or why there is none. */
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
  // Opening a pipe would block forever.
  if (!status.isFile()) return { problem: SUPPORT_WORDS.noFile, absent: false }
  const file = await open(path)
  try {
    const from = Math.max(0, status.size - MOST_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(status.size - from), 0, status.size - from, from)
    const text = buffer.toString('utf8', 0, bytesRead)
    // A cut line may contain half a secret, which no pattern recognizes: the text starts with the next whole line.
    return { text: from === 0 ? text : text.slice(text.indexOf('\n') + 1 || text.length), isEnd: from > 0 }
  } finally {
    await file.close()
  }
}

/** The versions in use here, for troubleshooting. @param app the version of Cuelight */
export function versionsHere(app: string) {
  const { node, electron } = process.versions
  return {
    app,
    node,
    electron: electron ?? null,
    platform: process.platform,
    architecture: arch(),
    release: release(),
  }
}

export interface BundleOptions {
  readonly dataDir: string
  readonly studioDir: string
  readonly versions: ReturnType<typeof versionsHere>
  readonly state: AppState
  /** Knows the secrets of this run; the secrets on the disk are added here. */
  readonly redactor: Redactor
  /** Wall time, in ms. */
  readonly now: number
}

interface Described {
  inside: string[]
  missing: string[]
}

/**
 * Builds the support bundle: a zip file with the secrets removed from every file. Files that cannot be read are listed
 * in its README.txt. Rejects only if the zip file itself cannot be made.
 */
export async function makeBundle(options: BundleOptions): Promise<Uint8Array> {
  const { dataDir, studioDir, state, redactor } = options
  hideStudioSecrets(studioDir, redactor)
  const zip = openZip(options.now)
  const contents: Described = { inside: [], missing: [] }
  const overrideFile = state.override?.file ?? null
  for (const source of await sourcesIn({ dataDir, studioDir, overrideFile }))
    await addFile(zip, source, redactor, contents)
  for (const name of ['versions', 'state'] as const) {
    await zip.add(`${name}.json`, await redacted(asJson(options[name]), redactor))
    contents.inside.push(entry(`${name}.json`, SUPPORT_FILES[name]))
  }
  await zip.add('README.txt', await redacted(readme(contents), redactor))
  return zip.end()
}

async function addFile(zip: ZipWriter, source: Source, redactor: Redactor, contents: Described): Promise<void> {
  const content = await contentOf(source.path)
  if ('problem' in content) {
    if (!(content.absent && source.maybe)) contents.missing.push(entry(source.name, content.problem))
    return
  }
  await zip.add(source.name, await redacted(content.text, redactor))
  const end = content.isEnd ? ` (${SUPPORT_WORDS.onlyEnd(MOST_BYTES / 1024)})` : ''
  contents.inside.push(entry(source.name, source.about + end))
}

/** Some lines at a time: a show is running meanwhile. */
const BLOCK_CHARACTERS = 64 * 1024

async function redacted(text: string, { redact }: Redactor): Promise<string> {
  const blocks: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from + BLOCK_CHARACTERS)
    const to = end < 0 ? text.length : end + 1
    blocks.push(redact(text.slice(from, to)))
    from = to
    await new Promise((resolve) => setImmediate(resolve))
  }
  return blocks.join('')
}

/** Hides the studio's key and its admin secret, if they exist. */
function hideStudioSecrets(studioDir: string, redactor: Redactor): void {
  const address = readAddress(studioDir)
  if (address) redactor.hide(address.adminSecret)
  try {
    redactor.hide(readFileSync(join(studioDir, 'studio-key'), 'utf8').trim())
  } catch {
    // What cannot be read here cannot be in a log either. The studio's keys are also hidden by their prefix.
  }
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const entry = (name: string, about: string) => `  ${name}: ${about}`

function readme({ inside, missing }: Described): string {
  const { title, about, inside: insideWords, missing: missingWords, nothingMissing, secrets } = SUPPORT_WORDS
  const gone = missing.length === 0 ? [nothingMissing] : [missingWords, ...missing]
  return [title, '', ...about, '', insideWords, ...inside, '', ...gone, '', ...secrets, ''].join('\r\n')
}
