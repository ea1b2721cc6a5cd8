/** One life of the writing process: started, read, killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Kind } from './values.ts'

/** What a life has confirmed before it was killed. */
export interface Life {
  round: string
  /** Of settings and studio: the last confirmed write, or null. */
  settings: number | null
  studio: number | null
  /** Lines of the journal in order, as `sent ID` and `ended ID`. */
  journal: string[]
  /** Number of sendings by lease file. */
  leases: Map<string, number>
  confirmed: Record<Kind, number>
}

export interface LifeOptions {
  dir: string
  round: string
  first: number
  /** Killed when it has printed this many lines; 1 is while it opens its files. */
  lines: number
  /** The writer as sources or as one bundled file. */
  entry?: string
}

const SOURCES = fileURLToPath(new URL('./writer.ts', import.meta.url))
const PLANTED = fileURLToPath(new URL('./plantedSource.ts', import.meta.url))

/** Lives through one life. Rejects when the process ends on its own, or prints an error. */
export async function live({ dir, round, first, lines, entry = SOURCES }: LifeOptions): Promise<Life> {
  return lifeOf(round, await killedAfter({ entry, args: [dir, round, String(first)], lines }))
}

/** Runs a process until it has printed this many lines, kills it, and returns its whole output. */
export async function killedAfter({
  entry,
  args,
  lines,
}: {
  entry: string
  args: string[]
  lines: number
}): Promise<string> {
  const flags = [
    '--disable-warning=ExperimentalWarning',
    ...(process.env.CUELIGHT_FAULT ? ['--import', PLANTED] : []),
  ]
  const child = spawn(process.execPath, [...flags, entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let complaint = ''
  let heard = 0
  child.stdout.on('data', (chunk) => {
    said += chunk
    heard += String(chunk).split('\n').length - 1
    if (heard >= lines) child.kill('SIGKILL')
  })
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const [, signal] = await once(child, 'close')
  if (signal !== 'SIGKILL' || complaint !== '') throw new Error(`the writer ended by itself: ${complaint}`)
  return said
}

function lifeOf(round: string, said: string): Life {
  const confirmed = { settings: 0, journal: 0, leases: 0, studio: 0 }
  const life: Life = { round, settings: null, studio: null, journal: [], leases: new Map(), confirmed }
  // Text after the last line end is incomplete.
  for (const line of said.split('\n').slice(0, -1)) take(life, line)
  return life
}

function take(life: Life, line: string): void {
  const [kind = '', what = '', id = ''] = line.split(' ')
  if (what === 'log') throw new Error(`the studio complained: ${line}`)
  if (kind === 'settings' || kind === 'studio') life[kind] = Math.max(life[kind] ?? 0, Number(what))
  if (kind === 'journal') life.journal.push(`${what} ${id}`)
  if (kind === 'leases') life.leases.set(what, (life.leases.get(what) ?? 0) + 1)
  if (kind in life.confirmed) life.confirmed[kind as Kind] += 1
}
