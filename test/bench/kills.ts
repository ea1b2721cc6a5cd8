import { join } from 'node:path'
import { build } from 'vite'
import { killRounds, type Tally } from '../harm/kills/rounds.ts'
import { KINDS } from '../harm/kills/values.ts'
import { numberAsked } from './numberAsked.ts'
import { type Bench, judged, type Row } from './rows.ts'

const top = join(import.meta.dirname, '../..')
const USUAL_KILLS = 1_000
const LANES = 2

/**
 * Processes killed with no warning while they write settings, journal, leases and the studio's data, all at once: each
 * kill ends one process, and each is followed by a check of everything it had confirmed. `--kills N`.
 */
export const killsBench: Bench = {
  name: 'kills',
  async run() {
    const kills = numberAsked('--kills', USUAL_KILLS)
    const entry = await bundled()
    let ended = 0
    const onLife = () => {
      ended += 1
      if (ended % 50 === 0) process.stderr.write(`kills: ${ended} of ${kills}\n`)
    }
    const shares = Array.from({ length: LANES }, (_, lane) => Math.floor((kills + lane) / LANES))
    return rowsOf(
      await Promise.all(shares.map((share, lane) => killRounds({ kills: share, seed: lane + 1, entry, onLife }))),
    )
  },
}

/** One file starts in a third of the time that the sources take. */
async function bundled(): Promise<string> {
  await build({
    configFile: join(top, 'build/vite.main.config.ts'),
    build: { outDir: '.dist/kills', rolldownOptions: { input: { writer: 'test/harm/kills/writer.ts' } } },
  })
  return join(top, '.dist/kills/writer.mjs')
}

function rowsOf(tallies: readonly Tally[]): Row[] {
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0)
  const row = (metric: string, value: number): Row => ({
    bench: 'kills',
    case: 'killed while all four are written',
    subject: 'cuelight',
    metric,
    value,
    unit: '',
  })
  const broken = tallies.flatMap((tally) => tally.broken)
  for (const one of broken.slice(0, 20)) process.stderr.write(`kills: ${one}\n`)
  return [
    row(
      'processes killed',
      sum((tally) => tally.kills),
    ),
    ...KINDS.map((kind) =>
      row(
        `confirmed writings looked for: ${kind}`,
        sum((tally) => tally.confirmed[kind]),
      ),
    ),
    row(
      'journal lines cut short before they were confirmed',
      sum((tally) => tally.torn),
    ),
    judged(row('lost, half, set aside or left over', broken.length), { atMost: 0 }),
  ]
}
