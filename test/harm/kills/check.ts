/** What the product's own readers find after a kill, compared with what the previous life had confirmed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { openSettings } from '../../../electron/core/files/settingsFile.ts'
import { openJournal } from '../../../electron/core/journal/journal.ts'
import { openLeases } from '../../../electron/service/leases.ts'
import { startStudio } from '../../../electron/studio/studio.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { seeded } from '../../fakes/random.ts'
import { newDir } from '../../fakes/rig.ts'
import { type Life, live } from './life.ts'
import { countOf, journalLine, KINDS, type Kind, LINES_KEPT, LONGEST, ROTATE_BYTES, STUDIO_KEY } from './values.ts'

/** Every broken promise, a sentence each. */
export type Broken = string[]

/** What was found after one life. */
export interface Found {
  broken: Broken
  /** The kernel may cut a line short where it crosses a page. It was never confirmed; the journal reports it. */
  torn: number
}

/** What may be in a data dir after its files have been opened again; anything else is left over. */
const BELONGS = /^(settings\.json|journal(-local)?(\.1)?\.jsonl(\.new)?|studio\.db(-wal|-shm)?)$/

/** Opens everything as the next start would, and compares. */
async function check(dir: string, life: Life): Promise<Found> {
  const journal = checkJournal(join(dir, 'core'), life)
  const broken = [
    ...checkSettings(join(dir, 'core'), life),
    ...journal.broken,
    ...checkLeases(join(dir, 'leases'), life),
    ...(await checkStudio(join(dir, 'studio'), life)),
    ...['core', 'studio'].flatMap((part) => leftIn(join(dir, part))),
  ]
  return { ...journal, broken: broken.map((one) => `life ${life.round}: ${one}`) }
}

function checkSettings(dir: string, { settings: confirmed }: Life): Broken {
  const { get, setAside } = openSettings(dir, systemClock.now)
  if (setAside) return [`the settings were taken for damaged and set aside as ${setAside}`]
  const kept = get().targets.kept
  if (!kept) return confirmed === null ? [] : [`settings ${confirmed} were confirmed and none are there`]
  const found = countOf(kept.name, LONGEST.settings)
  if (found === null || String(found) !== kept.id) return [`settings ${kept.id} are half`]
  return found < (confirmed ?? 0) ? [`settings ${confirmed} were confirmed and ${found} are there`] : []
}

function checkJournal(dir: string, { round, journal: said }: Life): Found {
  const { journal, unended, damaged } = openJournal(dir, fail, ROTATE_BYTES)
  const kept = linesIn(dir)
  const open = new Set(unended.map((line) => line.id))
  // As the next start does: what is open now is reported once, and is not open for the start after.
  for (const line of unended) journal.write({ ...journalLine(line.id, 'ended', line.at), projectId: line.projectId })
  journal.close()
  const ended = new Set(said.filter((line) => line.startsWith('ended ')).map((line) => line.slice(6)))
  const onTheirWay = said.filter((line) => line.startsWith('sent ')).map((line) => line.slice(5))
  const lost = [
    ...said
      .slice(-LINES_KEPT)
      .filter((line) => !kept.has(line))
      .map((line) => `the line "${line}" is gone`),
    ...onTheirWay.filter((id) => !ended.has(id) && !kept.has(`ended ${id}`) && !open.has(id)).map(notFound),
    ...[...open].filter((id) => ended.has(id)).map((id) => `${id} has ended and is taken for unfinished`),
    ...[...open].filter((id) => !id.startsWith(`${round}-`)).map((id) => `${id} of an earlier life is open again`),
  ]
  return { broken: lost, torn: damaged }
}

const notFound = (id: string) => `${id} was on its way and is not found unfinished`

/**
 * Lines by kind and id, including those before the last rotation. A kill in a rotation may cut the older file short,
 * whose lines are all in the younger one; for the younger one the product itself reports whether a line is torn.
 */
function linesIn(dir: string): Set<string> {
  const texts = readdirSync(dir)
    .filter((name) => /^journal.*\.jsonl$/.test(name))
    .map((name) => readFileSync(join(dir, name), 'utf8'))
  const lines = texts.flatMap((text) => text.split('\n').map(parseJson))
  const isLine = (line: unknown): line is { line: unknown; id: unknown } =>
    typeof line === 'object' && line !== null && 'line' in line && 'id' in line
  return new Set(lines.filter(isLine).map((line) => `${line.line} ${line.id}`))
}

function checkLeases(dir: string, { round, leases }: Life): Broken {
  const names = existsSync(dir) ? readdirSync(dir).map((name) => name.replace('.new', '')) : []
  const broken = [...new Set(names)].flatMap((name) => {
    const confirmed = leases.get(name.slice(`${round}-`.length)) ?? 0
    const path = join(dir, name)
    const opened = openLeases({ path, clock: systemClock, uptime: () => uptime() * 1_000, onFailure: fail })
    opened.close()
    const { length } = opened.inherited
    // The one that was on disk and not yet confirmed.
    const right = length === confirmed || length === confirmed + 1
    return right ? [] : [`${confirmed} sendings were confirmed and ${length} count as spent`]
  })
  const gone = [...leases.keys()].filter((file) => !names.includes(`${round}-${file}`))
  const aside = existsSync(dir) ? readdirSync(dir).filter((name) => !/-\d+$/.test(name)) : []
  rmSync(dir, { recursive: true, force: true })
  return [
    ...broken,
    ...gone.map((file) => `lease file ${file} is gone`),
    ...aside.map((name) => `${name} is left over`),
  ]
}

async function checkStudio(dataDir: string, { studio: confirmed }: Life): Promise<Broken> {
  const log: string[] = []
  const note = (line: string) => log.push(line)
  const studio = await startStudio({ port: 0, dataDir, clock: systemClock, keys: [STUDIO_KEY], log: note })
  const list = await fetch(`${studio.baseUrl}/projects`, { headers: { authorization: `Bearer ${STUDIO_KEY}` } })
  const { projects } = (await list.json()) as { projects: { title: string; description: string }[] }
  await studio.close()
  const found = countOf(projects[0]?.description, LONGEST.studio)
  if (found === null && confirmed === null) return log
  if (found === null || projects[0]?.title !== String(found))
    return [...log, `the studio's project is half: ${found}`]
  return found < (confirmed ?? 0) ? [...log, `change ${confirmed} was confirmed and ${found} is there`] : log
}

function leftIn(dir: string): Broken {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .filter((name) => !BELONGS.test(name))
    .map((name) => `${name} is left over`)
}

function fail(error: unknown): never {
  throw error
}

export interface Rounds {
  /** One kill ends one life; in each, all four kinds of files are being written. */
  kills: number
  seed: number
  entry?: string
  /** Called after each life. */
  onLife?: (kills: number) => void
}

export interface Tally {
  kills: number
  /** Writes that were confirmed before a kill, each checked after it. */
  confirmed: Record<Kind, number>
  broken: Broken
  /** Journal lines cut short before they were confirmed; the next starts report each until it is rotated away. */
  torn: number
}

/** The longest life, in printed lines: some 400 ms of writing. */
const LONGEST_LIFE = 600
/** Writes are counted on from life to life. */
const LIFE = 100_000

/** Lives one after the other on the same files, each killed at a random moment, each checked by the next start. */
export async function killRounds({ kills, seed, entry, onLife }: Rounds): Promise<Tally> {
  const dir = newDir()
  const random = seeded(seed)
  const tally: Tally = { kills: 0, confirmed: { settings: 0, journal: 0, leases: 0, studio: 0 }, broken: [], torn: 0 }
  const last = { settings: null, studio: null } as { settings: number | null; studio: number | null }
  mkdirSync(join(dir, 'core'))
  let torn = 0
  for (; tally.kills < kills; tally.kills += 1) {
    const lines = 1 + Math.floor(random() * LONGEST_LIFE)
    const life = await live({ dir, round: `${seed}.${tally.kills}`, first: (tally.kills + 1) * LIFE, lines, entry })
    for (const kind of KINDS) tally.confirmed[kind] += life.confirmed[kind]
    // What an earlier life has confirmed must still be there when this one has confirmed nothing.
    for (const kind of ['settings', 'studio'] as const) last[kind] = life[kind] ??= last[kind]
    const found = await check(dir, life)
    tally.broken.push(...found.broken)
    // A torn line stays in the file: only additional ones are new.
    tally.torn += Math.max(0, found.torn - torn)
    torn = found.torn
    onLife?.(tally.kills + 1)
  }
  rmSync(dir, { recursive: true })
  return tally
}
