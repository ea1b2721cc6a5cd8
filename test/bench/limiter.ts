import { RESERVE } from '../../shared/budget.ts'
import { REQUESTS_PER_MINUTE } from '../../shared/contract/limits.ts'
import { type Figures, type LoadOptions, load, type Subject } from './load.ts'
import { fixedWindow, type RateServer, silent, slidingWindow, tokenBucket } from './rateServers.ts'
import { type Bench, judged, percentile, type Row, round } from './rows.ts'
import { bottleneck, ours, queue, throttle } from './subjects.ts'
import { VirtualTime } from './virtualTime.ts'

const ALONE: LoadOptions = { minutes: 60, warmUpMinutes: 5, others: 0, seed: 7 }
/** Another tool on the account, requests a minute. */
const SHARED: LoadOptions = { ...ALONE, others: 40 }

const SERVERS = [fixedWindow, slidingWindow, tokenBucket]
const SUBJECTS: ((time: VirtualTime) => Subject)[] = [ours, bottleneck, queue, throttle]

/** The limiter in simulated time, and its peers under the same load. */
export const limiterBench: Bench = {
  name: 'limiter',
  async run() {
    const rows: Row[] = []
    for (const server of SERVERS) {
      for (const subject of SUBJECTS) {
        rows.push(...(await measure(subject, server(), 'alone', ALONE)))
        rows.push(...(await measure(subject, server(), 'another tool, headers', SHARED)))
        rows.push(...(await measure(subject, silent(server()), 'another tool, no headers', SHARED)))
      }
    }
    return rows
  },
}

/** Peers use the global timers; ours gets the same time handed in. */
async function measure(
  make: (time: VirtualTime) => Subject,
  server: RateServer,
  situation: string,
  options: LoadOptions,
): Promise<Row[]> {
  const time = new VirtualTime()
  const restore = time.installGlobally()
  try {
    const subject = make(time)
    const figures = await load(time, subject, server, options)
    const name = `${server.name}, ${situation}`
    process.stderr.write(`limiter: ${name}: ${subject.name}\n`)
    return rowsOf(name, subject.name, situation, figures)
  } finally {
    restore()
  }
}

function rowsOf(name: string, subject: string, situation: string, figures: Figures): Row[] {
  const left = REQUESTS_PER_MINUTE - RESERVE - figures.show - figures.others
  const row = (metric: string, value: number, unit: string): Row => ({
    bench: 'limiter',
    case: name,
    subject,
    metric,
    value: round(value),
    unit,
  })
  const judge = (one: Row, limit: Parameters<typeof judged>[1] | null) =>
    subject === 'cuelight' && limit ? judged(one, limit) : one
  const isAlone = situation === 'alone'
  const hasHeaders = situation !== 'another tool, no headers'
  return [
    judge(row('429s', figures.limited, '/min'), isAlone ? { atMost: 0 } : hasHeaders ? { atMost: 1 } : null),
    row('429s of show commands', figures.limitedShow, '/min'),
    judge(
      row('refresh, of what is left', (100 * figures.refresh) / left, '%'),
      hasHeaders ? { atLeast: isAlone ? 98 : 95 } : null,
    ),
    row('show wait p50', percentile(figures.showWaits, 0.5), 'ms'),
    judge(row('show wait p99', percentile(figures.showWaits, 0.99), 'ms'), isAlone ? { atMost: 5 } : null),
    row('show wait max', percentile(figures.showWaits, 1), 'ms'),
    row('show refused', figures.showRefused, 'in all'),
  ]
}
