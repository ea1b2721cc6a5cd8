import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { seeded } from '../../fakes/random.ts'
import { newDir } from '../../fakes/rig.ts'
import { type Broken, check } from './check.ts'
import { live } from './life.ts'
import { KINDS, type Kind } from './values.ts'

export interface Rounds {
  /** One kill ends one life; in each, all four kinds of files are being written. */
  kills: number
  seed: number
  entry?: string
  /** Told after each life. */
  onLife?: (kills: number) => void
}

export interface Tally {
  kills: number
  /** Writings that were confirmed before a kill, each looked for after it. */
  confirmed: Record<Kind, number>
  broken: Broken
  /** Journal lines cut short before they were confirmed; the next starts tell of each until it is rotated away. */
  torn: number
}

/** The longest life, in lines said: some 400 ms of writing. */
const LONGEST_LIFE = 600
/** Writings are counted on from life to life. */
const LIFE = 100_000

/** Lives one after the other on the same files, each killed at a moment of its own, each checked by the next start. */
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
    // What was torn stays in the file: only more of it is new.
    tally.torn += Math.max(0, found.torn - torn)
    torn = found.torn
    onLife?.(tally.kills + 1)
  }
  rmSync(dir, { recursive: true })
  return tally
}
