import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { KINDS } from '../shows/chance.ts'
import type { LaneMessage } from '../shows/lane.ts'
import type { ShowReport } from '../shows/show.ts'
import type { ViolationKind } from '../shows/umpire.ts'
import { type Bench, judged, numberAsked, percentile, type Row, rowsOf } from './rows.ts'

const USUAL_SHOWS = 2_000
const TOLD_EVERY = 500

interface Played {
  reports: ShowReport[]
  thrown: number
}

/**
 * Random shows (test/shows): faults, false responses, commands from all inputs at once, other clients, kills and
 * restarts.
 * `--shows N` how many, `--first N` the first one's number; `CUELIGHT_SHOW_KINDS` leaves kinds of trouble out. A failed
 * show is reported with the command that replays it.
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
    return told(played, shows, (performance.now() - began) / shows)
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

/** The command that replays one show in the tests and prints its log. */
const replay = (seed: number) => `CUELIGHT_FIRST_SHOW=${seed} CUELIGHT_SHOWS=1 npm test -- test/shows`

function told({ reports, thrown }: Played, shows: number, msEach: number): Row[] {
  const sum = (of: (report: ShowReport) => number) => reports.reduce((total, report) => total + of(report), 0)
  const most = (of: (report: ShowReport) => number) => Math.max(0, ...reports.map(of))
  const violations = (...kinds: ViolationKind[]) =>
    sum((report) => report.violations.filter(({ kind }) => kinds.includes(kind)).length)
  const row = rowsOf('shows', 'faults, lies, many hands, kills')
  const total = (metric: string, of: (report: ShowReport) => number) => row(metric, sum(of))
  const never = (metric: string, ...kinds: ViolationKind[]) =>
    judged(row(metric, violations(...kinds)), { atMost: 0 })
  const readings = reports.map((report) => report.ending.readings)
  return [
    row('shows', reports.length),
    ...KINDS.map((kind) => total(`shows with ${kind}`, ({ kinds }) => (kinds.includes(kind) ? 1 : 0))),
    total('commands', (report) => report.commands),
    total('faults', (report) => report.faults),
    total('processes killed', (report) => report.kills),
    total('requests', (report) => report.requests),
    judged(row('readings until the truth is shown, p99', percentile(readings, 0.99)), { atMost: 2 }),
    row('readings until the truth is shown, worst', Math.max(0, ...readings)),
    judged(
      row(
        'readings until a begin or end is shown, within 10 s of 20 or 100 presses, worst',
        most((report) => report.shownAfter.burst),
      ),
      { atMost: 2 },
    ),
    row(
      'a lost start or stop is rightly unknown for, worst',
      most((report) => report.ending.settledAfterMs) / 1000,
      's',
    ),
    never('not the truth after two readings', 'truth'),
    never('acts repeated, or that nobody asked for', 'repeated', 'unasked'),
    never('false claims of a scene on air', 'claim'),
    never('false claims that something or nothing runs', 'tally'),
    never('claimed as fresh, and not heard of for three readings', 'stale'),
    never('show commands refused for want of budget that was there', 'starved'),
    never('the same, within a minute of a 429', 'waited'),
    never('stops on the wire later than 100 ms after their press', 'late'),
    never('presses that led to two readings of a kind', 'readings'),
    never('readings not back at their pace', 'pace'),
    never('commands without one outcome in the journal', 'journal'),
    never('answers that were not so', 'contradicted'),
    never('sent against the guard, or a start forgotten', 'guard'),
    never('minutes with more than 150 requests', 'budget'),
    judged(row('faults of our own', violations('own') + thrown + (shows - reports.length - thrown)), { atMost: 0 }),
    row('a show takes', msEach, 'ms'),
  ]
}
