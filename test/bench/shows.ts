import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { LaneMessage } from '../shows/lane.ts'
import type { ShowReport } from '../shows/show.ts'
import type { ViolationKind } from '../shows/umpire.ts'
import { numberAsked } from './numberAsked.ts'
import { type Bench, judged, type Row, round } from './rows.ts'

const USUAL_SHOWS = 10_000
const TOLD_EVERY = 500

interface Played {
  reports: ShowReport[]
  thrown: number
}

/**
 * Shows by chance (test/shows): faults, commands from all inputs at once, kills and restarts. `--shows N` how many,
 * `--first N` the first one's number; a show that went wrong is named with the command that plays it alone.
 */
export const showsBench: Bench = {
  name: 'shows',
  async run() {
    const [shows, first] = [numberAsked('--shows', USUAL_SHOWS), numberAsked('--first', 1)]
    const lanes = Math.min(shows, availableParallelism())
    const played: Played = { reports: [], thrown: 0 }
    const began = performance.now()
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) => {
        const share = Math.ceil((shows - lane) / lanes)
        return playLane([first + lane, share, lanes], (message) => take(played, message))
      }),
    )
    return rowsOf(played, shows, (performance.now() - began) / shows)
  },
}

async function playLane(args: number[], take: (message: LaneMessage) => void): Promise<void> {
  const child = fork(join(import.meta.dirname, '../shows/lane.ts'), args.map(String), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.on('message', (message) => take(message as LaneMessage))
  await once(child, 'exit')
}

function take(played: Played, { seed, report, thrown }: LaneMessage): void {
  if (thrown !== null) played.thrown += 1
  if (report) played.reports.push({ ...report, story: '' })
  const wrong = thrown ?? report?.violations.map(({ kind, about }) => `${kind}: ${about}`).join('\n  ')
  if (wrong) process.stderr.write(`shows: ${seed}: ${wrong}\n  alone: ${replay(seed)}\n`)
  if (played.reports.length % TOLD_EVERY === 0 && report)
    process.stderr.write(`shows: ${played.reports.length} played\n`)
}

/** Plays one show in the tests, and tells its story. */
const replay = (seed: number) => `CUELIGHT_FIRST_SHOW=${seed} CUELIGHT_SHOWS=1 npm test -- test/shows`

function rowsOf({ reports, thrown }: Played, shows: number, msEach: number): Row[] {
  const sum = (of: (report: ShowReport) => number) => reports.reduce((total, report) => total + of(report), 0)
  const most = (of: (report: ShowReport) => number) => Math.max(0, ...reports.map(of))
  const violations = (...kinds: ViolationKind[]) =>
    sum((report) => report.violations.filter(({ kind }) => kinds.includes(kind)).length)
  const row = (metric: string, value: number, unit = ''): Row => ({
    ...{ bench: 'shows', case: 'faults, many hands, kills', subject: 'cuelight', metric, value: round(value), unit },
  })
  const never = (metric: string, count: number) => judged(row(metric, count), { atMost: 0 })
  return [
    row('shows', reports.length),
    row(
      'commands',
      sum((report) => report.commands),
    ),
    row(
      'faults',
      sum((report) => report.faults),
    ),
    row(
      'processes killed',
      sum((report) => report.kills),
    ),
    row(
      'requests',
      sum((report) => report.requests),
    ),
    judged(
      row(
        'readings until the truth is shown, worst',
        most((report) => report.ending.readings),
      ),
      { atMost: 2 },
    ),
    row(
      'a lost start or stop is rightly unknown for, worst',
      most((report) => report.ending.settledAfterMs) / 1000,
      's',
    ),
    never('not the truth after two readings', violations('truth')),
    never('acts repeated, or that nobody asked for', violations('repeated', 'unasked')),
    never('commands without one outcome in the journal', violations('journal')),
    never('answers that were not so', violations('contradicted')),
    never('sent against the guard, or a start forgotten', violations('guard')),
    never('minutes with more than 150 requests', violations('budget')),
    never('faults of our own', violations('own') + thrown + (shows - reports.length - thrown)),
    row('a show takes', msEach, 'ms'),
  ]
}
