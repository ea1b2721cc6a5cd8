import { fuzzSocket, fuzzWebSocket } from '../harm/fuzz/clients.ts'
import { fuzzOverride, fuzzSettings } from '../harm/fuzz/files.ts'
import type { Report } from '../harm/fuzz/report.ts'
import { fuzzResponses } from '../harm/fuzz/responses.ts'
import { killRounds, type Tally } from '../harm/kills/check.ts'
import { killStudio, type StudioTally } from '../harm/kills/studio/rounds.ts'
import { KINDS } from '../harm/kills/values.ts'
import { bundled } from './children.ts'
import { type Bench, judged, numberAsked, type Row, rowsOf } from './rows.ts'

const USUAL_KILLS = 1_000
const LANES = 2

/**
 * Kills processes without warning while they write settings, journal, leases and the studio's data, all at once; then
 * kills studios in the middle of each kind of write they do. Each kill ends one process, and after each, everything it
 * had confirmed is checked. `--kills N`, for each of the two.
 */
export const killsBench: Bench = {
  name: 'kills',
  async run() {
    const kills = numberAsked('--kills', USUAL_KILLS)
    // The bundle starts in a third of the time of the sources.
    const entry = await bundled('test/harm/kills/writer.ts')
    let ended = 0
    const onLife = () => {
      ended += 1
      if (ended % 50 === 0) process.stderr.write(`kills: ${ended} of ${kills}\n`)
    }
    const shares = Array.from({ length: LANES }, (_, lane) => Math.floor((kills + lane) / LANES))
    const inLanes = <T>(run: (kills: number, seed: number) => Promise<T>) =>
      Promise.all(shares.map((share, lane) => run(share, lane + 1)))
    const rows = told(await inLanes((share, seed) => killRounds({ kills: share, seed, entry, onLife })))
    const studioEntry = await bundled('test/harm/kills/studio/writer.ts')
    ended = 0
    const studio = await inLanes((share, seed) => killStudio({ kills: share, seed, entry: studioEntry, onLife }))
    return [...rows, ...toldOfStudio(studio)]
  },
}

function toldOfStudio(tallies: readonly StudioTally[]): Row[] {
  const row = rowsOf('kills', 'studio, killed in all it writes')
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const broken = tallies.flatMap((tally) => tally.broken)
  for (const one of broken.slice(0, 20)) process.stderr.write(`kills: ${one}\n`)
  const kinds = Object.keys(tallies[0]?.confirmed ?? {})
  return [
    row('processes killed', sum(tallies.map((tally) => tally.kills))),
    ...kinds.map((kind) => row(`confirmed: ${kind}`, sum(tallies.map(({ confirmed }) => confirmed[kind] ?? 0)))),
    judged(row('lost, half or left over', broken.length), { atMost: 0 }),
  ]
}

function told(tallies: readonly Tally[]): Row[] {
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0)
  const row = rowsOf('kills', 'killed while all four are written')
  const total = (metric: string, of: (tally: Tally) => number) => row(metric, sum(of))
  const broken = tallies.flatMap((tally) => tally.broken)
  for (const one of broken.slice(0, 20)) process.stderr.write(`kills: ${one}\n`)
  return [
    total('processes killed', (tally) => tally.kills),
    ...KINDS.map((kind) => total(`confirmed writings looked for: ${kind}`, (tally) => tally.confirmed[kind])),
    total('journal lines cut short before they were confirmed', (tally) => tally.torn),
    judged(row('lost, half, set aside or left over', broken.length), { atMost: 0 }),
  ]
}

const USUAL_INPUTS = 100_000
/** Each target with its share of the inputs. */
const TARGETS = [
  [fuzzSocket, 0.25],
  [fuzzWebSocket, 0.25],
  [fuzzSettings, 0.15],
  [fuzzOverride, 0.15],
  [fuzzResponses, 0.2],
] as const
/** Allowance for what a core retains on purpose, such as the latest commands and journal lines. */
const MOST_GROWN_MB = 8

/** Invalid inputs at every entry point, from seeds, so every run is the same. `--inputs N`. */
export const fuzzBench: Bench = {
  name: 'fuzz',
  async run() {
    const inputs = numberAsked('--inputs', USUAL_INPUTS)
    const reports: Report[] = []
    for (const [place, [fuzz, share]] of TARGETS.entries()) {
      reports.push(await fuzz(Math.ceil(inputs * share), place + 1))
      const { target, inputs: done, refused } = reports.at(-1) as Report
      process.stderr.write(`fuzz: ${target}, ${done} inputs, ${refused} refused\n`)
    }
    return fuzzRows(reports)
  },
}

function fuzzRows(reports: readonly Report[]): Row[] {
  const rows = reports.flatMap(({ target, inputs, refused, crashes, nameless, grownMb }) => {
    for (const one of [...crashes, ...nameless].slice(0, 10)) process.stderr.write(`fuzz: ${target}: ${one}\n`)
    const row = rowsOf('fuzz', target, 'cuelight', 1)
    return [
      row('inputs', inputs),
      row('of them refused or failed', refused),
      judged(row('crashes, and deeds nobody asked for', crashes.length), { atMost: 0 }),
      judged(row('refusals that name no field', nameless.length), { atMost: 0 }),
      ...(grownMb === 0
        ? []
        : [judged(row('heap grown over the second half', grownMb, 'MB'), { atMost: MOST_GROWN_MB })]),
    ]
  })
  const total = reports.reduce((sum, report) => sum + report.inputs, 0)
  return [...rows, rowsOf('fuzz', 'all')('inputs', total)]
}
