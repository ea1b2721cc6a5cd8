import { RESERVE } from '../../shared/budget.ts'
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../shared/contract/limits.ts'
import { type Figures, type LoadOptions, load, type Subject } from './load.ts'
import { fixedWindow, type RateServer, silent, slidingWindow, tokenBucket } from './rateServers.ts'
import { type Bench, judged, percentile, type Row, round } from './rows.ts'
import { adaptive, bottleneck, gusts, lying, ours, queue, refusingOnce, storm, throttle } from './subjects.ts'
import { VirtualTime } from './virtualTime.ts'

type Figure = keyof typeof FIGURES
type Limit = Parameters<typeof judged>[1]

interface Situation {
  name: string
  options?: Partial<LoadOptions>
  /** Changes the behaviour of the service; left out: unchanged. */
  bend?: (server: RateServer) => RateServer
  targets: Partial<Record<Figure, Limit>>
}

const USUAL: LoadOptions = { minutes: 60, warmUpMinutes: 5, others: 0, seed: 7 }
const BURSTS = { size: 20, withinMs: 2_000, everyMs: 150_000 }
const NONE_LEFT = { 'ratelimit-policy': `"default";q=${REQUESTS_PER_MINUTE};w=60`, ratelimit: '"default";r=0;t=60' }

const SITUATIONS: Situation[] = [
  { name: 'alone', targets: { limited: { atMost: 0 }, used: { atLeast: 98 }, showP99: { atMost: 5 } } },
  {
    name: 'another tool, headers',
    options: { others: 40 },
    targets: { limited: { atMost: 1 }, used: { atLeast: 95 } },
  },
  { name: 'another tool, no headers', options: { others: 40 }, bend: silent, targets: {} },
  {
    name: 'storm of 140 a minute, no headers',
    options: { others: storm, minutes: 20 },
    bend: silent,
    targets: { afterStorm: { atLeast: 85 } },
  },
  { name: '100 at once every 90 s, no headers', options: { others: gusts, minutes: 30 }, bend: silent, targets: {} },
  {
    name: 'bursts of 20 show commands',
    options: { shows: false, bursts: BURSTS, minutes: 30 },
    targets: { limited: { atMost: 0 }, burstMax: { atMost: 300 }, refused: { atMost: 0 } },
  },
  {
    name: 'headers say none left',
    options: { minutes: 30 },
    bend: (server) => lying(server, NONE_LEFT),
    targets: { limited: { atMost: 0 }, used: { atLeast: 95 }, refused: { atMost: 0 } },
  },
  {
    name: 'one 429 that asks for an hour',
    options: { minutes: 30 },
    bend: (server) => refusingOnce(server, 10 * RATE_WINDOW_MS, '3600'),
    targets: { used: { atLeast: 95 }, refused: { atMost: 0 } },
  },
]

const SERVERS = [fixedWindow, slidingWindow, tokenBucket]
const SUBJECTS: ((time: VirtualTime) => Subject)[] = [ours, bottleneck, adaptive, queue, throttle]

/** The limiter in simulated time, and its peers in their best configuration under the same load. */
export const limiterBench: Bench = {
  name: 'limiter',
  async run() {
    const rows: Row[] = []
    for (const server of SERVERS)
      for (const situation of SITUATIONS)
        for (const subject of SUBJECTS) rows.push(...(await measure(subject, server(), situation)))
    return rows
  },
}

/** Peers use the global timers; our limiter receives the same clock as a parameter. */
async function measure(
  make: (time: VirtualTime) => Subject,
  server: RateServer,
  { name, options, bend = (same) => same, targets }: Situation,
): Promise<Row[]> {
  const time = new VirtualTime()
  const restore = time.installGlobally()
  try {
    const subject = make(time)
    process.stderr.write(`limiter: ${server.name}, ${name}: ${subject.name}\n`)
    const figures = await load(time, subject, bend(server), { ...USUAL, ...options })
    return rowsOf(`${server.name}, ${name}`, subject.name, figures, targets)
  } finally {
    restore()
  }
}

/** The figures of a run and how they are computed; undefined: does not apply to this run. */
const FIGURES = {
  limited: ['429s', '/min', ({ limited }: Figures) => limited],
  limitedShow: ['429s of show commands', '/min', ({ limitedShow }: Figures) => limitedShow],
  used: ['refresh, of what is left', '%', ({ refresh, show, others }: Figures) => part(refresh, show + others)],
  afterStorm: ['refresh, third minute after', '%', afterStorm],
  showP50: ['show wait p50', 'ms', ({ showWaits }: Figures) => waited(showWaits, 0.5)],
  showP99: ['show wait p99', 'ms', ({ showWaits }: Figures) => waited(showWaits, 0.99)],
  showMax: ['show wait max', 'ms', ({ showWaits }: Figures) => waited(showWaits, 1)],
  burstMax: ['wait in a burst, max', 'ms', ({ burstWaits }: Figures) => waited(burstWaits, 1)],
  refused: ['show refused', 'in all', ({ showRefused }: Figures) => showRefused],
} as const

const waited = (waits: readonly number[], share: number) => (waits.length > 0 ? percentile(waits, share) : undefined)
const part = (refresh: number, taken: number) => (100 * refresh) / (REQUESTS_PER_MINUTE - RESERVE - taken)

function rowsOf(name: string, subject: string, figures: Figures, targets: Situation['targets']): Row[] {
  return (Object.keys(FIGURES) as Figure[]).flatMap((figure) => {
    const [metric, unit, read] = FIGURES[figure]
    const value = read(figures, name)
    if (value === undefined) return []
    const row: Row = { bench: 'limiter', case: name, subject, metric, value: round(value), unit }
    const limit = targets[figure]
    return [subject === 'cuelight' && limit ? judged(row, limit) : row]
  })
}

/** Reads in the third minute after the storm, as a share of all that background reads may use. */
function afterStorm({ refreshTimes, show }: Figures, name: string): number | undefined {
  if (!name.includes('storm')) return undefined
  const from = storm.endMs + 2 * RATE_WINDOW_MS
  return part(refreshTimes.filter((at) => at >= from && at < from + RATE_WINDOW_MS).length, show)
}
