/**
 * Checks everything Cuelight is made of for known vulnerabilities: packages against their registry's advisories; Node,
 * Electron and ffmpeg against their security releases. Reports each result's age; offline, it shows the last ones.
 *
 *   node build/safety/advisories.ts [--scheduled]   fails if anything is found, or a source cannot be reached
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { argv } from 'node:process'
import { promisify } from 'node:util'
import * as z from 'zod'

const top = join(import.meta.dirname, '../..')
/** A source is queried again after this long, in ms. */
const FRESH_MS = 24 * 60 * 60 * 1_000
const PATIENCE_MS = 15_000
const MOST_BYTES = 16 * 1024 * 1024

/** The last result of one source. */
const Answer = z.object({
  /** Wall ms of the last result (null: none yet) and of the last attempt. */
  at: z.number().nullable(),
  triedAt: z.number(),
  found: z.array(z.string()),
  problem: z.string().nullable(),
})
export type Answer = z.output<typeof Answer>
const Kept = z.object({ about: z.string(), answers: z.record(z.string(), Answer) })

/** Each rejects if the source cannot be reached. @returns the findings, one per line */
export type Sources = Readonly<Record<string, () => Promise<string[]>>>

/**
 * Queries the sources whose results are not fresh.
 * @param about identifies the lock file: another one is queried anew
 */
export async function lookUp(sources: Sources, file: string, about: string, now: number) {
  const before = readKept(file, about)
  const asked = Object.entries(sources).map(async ([name, ask]): Promise<[string, Answer]> => {
    const last = before[name] ?? { at: null, triedAt: Number.NEGATIVE_INFINITY, found: [], problem: null }
    if (now - last.triedAt < FRESH_MS) return [name, last]
    try {
      return [name, { at: now, triedAt: now, found: await ask(), problem: null }]
    } catch (error) {
      const problem = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      return [name, { ...last, triedAt: now, problem: problem.slice(0, 200) }]
    }
  })
  const answers = Object.fromEntries(await Promise.all(asked))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ about, answers }))
  return answers
}

function readKept(file: string, about: string): Record<string, Answer> {
  try {
    const kept = Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
    return kept.about === about ? kept.answers : {}
  } catch {
    return {}
  }
}

/** One line for each source, and one for each finding. */
export function reportLines(answers: Readonly<Record<string, Answer>>, now: number): string[] {
  return Object.entries(answers).flatMap(([name, { at, found, problem }]) => {
    const state = found.length === 0 ? 'nothing known' : `${found.length} found`
    const known = at === null ? 'never asked' : `${state}, as of ${ageOf(now - at)}`
    const why = problem === null ? '' : `; cannot be asked now (${problem})`
    return [`${name}: ${known}${why}`, ...found.map((one) => `  ${one}`)]
  })
}

/** Fails the scheduled run: something was found, or a source could not be reached. */
export const isRed = (answers: Readonly<Record<string, Answer>>): boolean =>
  Object.values(answers).some(({ found, problem }) => found.length > 0 || problem !== null)

function ageOf(ms: number): string {
  const hours = Math.round(ms / 3_600_000)
  return hours < 1 ? 'now' : hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`
}

const run = promisify(execFile)

/** npm's own client, with its configured registry. */
async function npm(args: readonly string[], cwd: string): Promise<string> {
  const asking = { cwd, timeout: PATIENCE_MS, maxBuffer: MOST_BYTES, shell: process.platform === 'win32' }
  try {
    return (await run('npm', [...args, '--json', '--loglevel=silent', '--fetch-retries=0'], asking)).stdout
  } catch (error) {
    // npm exits with 1 if it found something.
    const { stdout = '' } = error as { stdout?: string }
    if (stdout.includes('"auditReportVersion"')) return stdout
    throw new Error('the registry of packages gives no answer')
  }
}

const Audit = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      via: z.array(
        z.union([
          z.string(),
          z.object({ title: z.string(), range: z.string().default(''), url: z.string().default('') }),
        ]),
      ),
    }),
  ),
})

/** Every package of the lock file, checked against its registry's advisories. */
export async function packagesFound(cwd: string): Promise<string[]> {
  const { vulnerabilities } = Audit.parse(JSON.parse(await npm(['audit'], cwd)))
  return Object.entries(vulnerabilities).flatMap(([name, { severity, via }]) =>
    via.flatMap((one) =>
      typeof one === 'string' ? [] : [`${name} ${one.range}: ${severity}: ${one.title} ${one.url}`.trim()],
    ),
  )
}

type Version = readonly number[]
const versionOf = (text: string): Version => (/\d+(?:\.\d+){1,2}/.exec(text)?.[0] ?? '').split('.').map(Number)
const isOlder = (one: Version, other: Version): boolean => {
  const at = other.findIndex((part, place) => part !== (one[place] ?? 0))
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

const Releases = z.array(z.object({ version: z.string(), security: z.boolean() }))

/** The security releases of our Node line that are newer than our version. */
export function nodeFound(ours: string, releases: unknown): string[] {
  const [line] = versionOf(ours)
  return Releases.parse(releases)
    .filter(({ version, security }) => security && versionOf(version)[0] === line)
    .filter(({ version }) => isOlder(versionOf(ours), versionOf(version)))
    .map(({ version }) => `Node ${ours} lacks the security release ${version}`)
}

/** Electron fixes Chromium's vulnerabilities in every release of its latest three lines. */
export function electronFound(ours: string, versions: unknown): string[] {
  const stable = z
    .array(z.string())
    .parse(versions)
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
  const newest = Math.max(...stable.map((version) => versionOf(version)[0] ?? 0))
  const [line = 0] = versionOf(ours)
  if (line <= newest - 3) return [`Electron ${ours}: its line gets no security releases any more (newest: ${newest})`]
  const later = stable.filter((one) => versionOf(one)[0] === line && isOlder(versionOf(ours), versionOf(one)))
  return later.length === 0
    ? []
    : [`Electron ${ours}: ${later.length} later releases of its line, up to ${later.at(-1)}`]
}

/**
 * The releases of our ffmpeg line that its security page names and ours lacks. A distribution may have patched its own.
 */
export function ffmpegFound(ours: string, page: string): string[] {
  const mine = versionOf(ours)
  const named = [...new Set(page.match(/\b\d{1,2}\.\d{1,2}\.\d{1,2}\b/g))]
  const later = named.filter((one) =>
    versionOf(one)
      .slice(0, 2)
      .every((part, at) => part === mine[at]),
  )
  const missing = later.filter((one) => isOlder(mine, versionOf(one)))
  return missing.length === 0
    ? []
    : [`ffmpeg ${mine.join('.')} lacks ${missing.join(', ')}, unless its distribution mended it`]
}

async function fetched(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!response.ok) throw new Error(`${new URL(url).host} answers ${response.status}`)
  return (await response.text()).slice(0, MOST_BYTES)
}

const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })

function oursOf(lock: string): Sources {
  const { packages } = Lock.parse(JSON.parse(lock))
  const version = (name: string) => packages[`node_modules/${name}`]?.version ?? ''
  return {
    packages: () => packagesFound(top),
    Node: async () => nodeFound(version('node'), JSON.parse(await fetched('https://nodejs.org/dist/index.json'))),
    Electron: async () =>
      electronFound(version('electron'), JSON.parse(await npm(['view', 'electron', 'versions'], top))),
    ffmpeg: async () => {
      const { stdout } = await run('ffmpeg', ['-version'], { timeout: PATIENCE_MS })
      return ffmpegFound(stdout.split('\n')[0] ?? '', await fetched('https://ffmpeg.org/security.html'))
    },
  }
}

if (import.meta.main) {
  const lock = readFileSync(join(top, 'package-lock.json'), 'utf8')
  const about = createHash('sha256').update(lock).digest('hex')
  const now = Date.now()
  const isScheduled = argv.includes('--scheduled')
  const answers = await lookUp(oursOf(lock), join(top, '.cache/advisories.json'), about, now)
  for (const line of reportLines(answers, now)) console.log(line)
  process.exitCode = isScheduled && isRed(answers) ? 1 : 0
}
