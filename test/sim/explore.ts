/** Makes histories from seeds, plays them, and finds the shortest one that breaks a promise. */
import { seeded } from '../fakes/random.ts'
import { type History, play, type Trial } from './history.ts'
import { FAULTS } from './wire.ts'

const FATES = ['killBefore', 'killAfter', 'full'] as const

export interface Breach {
  seed: number
  history: History
  broken: string[]
}

/** The history of a seed: up to two faults, one disk event and one act; most histories have each of them. */
export function historyOf(seed: number, trial: Trial): History {
  const random = seeded(seed)
  const int = (below: number) => Math.floor(random() * below)
  const pick = <T>(list: readonly T[]): T => list[int(list.length)] as T
  const chance = (share: number) => random() < share
  const { requests, writes } = trial.most
  const acts = Object.keys(trial.acts)
  const count = pick([0, 1, 1, 2, 2])
  const fault = () => ({ at: 1 + int(requests), fault: pick(FAULTS) })
  return {
    workflow: trial.name,
    faults: Array.from({ length: count }, fault).toSorted((one, other) => one.at - other.at),
    disk: chance(0.35) ? { at: 1 + int(writes), fate: pick(FATES) } : null,
    act: chance(0.6) ? { at: 1 + int(requests), act: pick(acts) } : null,
  }
}

export async function brokenBy(history: History, trial: Trial): Promise<string[]> {
  return trial.broken(await play(history, trial))
}

/** Plays one seed. @returns the shortest history that still breaks a promise; null: none is broken */
export async function explore(seed: number, trial: Trial): Promise<Breach | null> {
  const history = historyOf(seed, trial)
  const broken = await brokenBy(history, trial)
  return broken.length === 0 ? null : shortest({ seed, history, broken }, trial)
}

async function shortest(breach: Breach, trial: Trial): Promise<Breach> {
  const { faults, disk, act } = breach.history
  const shorter: History[] = [
    ...(act ? [{ ...breach.history, act: null }] : []),
    ...(disk ? [{ ...breach.history, disk: null }] : []),
    ...faults.map((_, nth) => ({ ...breach.history, faults: faults.toSpliced(nth, 1) })),
  ]
  for (const history of shorter) {
    const broken = await brokenBy(history, trial)
    if (broken.length > 0) return shortest({ ...breach, history, broken }, trial)
  }
  return breach
}

/** A history in one line, as listed in the tables of known ones. */
export function tell({ workflow, faults, disk, act }: History): string {
  const parts = [
    ...faults.map(({ at, fault }) => `request ${at} ${fault}`),
    ...(disk ? [`write ${disk.at} ${disk.fate}`] : []),
    ...(act ? [`after request ${act.at} ${act.act}`] : []),
  ]
  return `${workflow}: ${parts.join(', ') || 'nothing befalls it'}`
}

/** Parses such a line into a history. */
export function read(line: string): History {
  const [workflow = '', rest = ''] = line.split(': ')
  const history: History = { workflow, faults: [], disk: null, act: null }
  for (const part of rest.split(', ')) {
    const [what, nth, word = '', last = ''] = part.split(' ')
    if (what === 'request') history.faults.push({ at: Number(nth), fault: word as never })
    if (what === 'write') history.disk = { at: Number(nth), fate: word as never }
    if (what === 'after') history.act = { at: Number(word), act: last }
  }
  return history
}
