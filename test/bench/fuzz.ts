import { fuzzSocket, fuzzWebSocket } from '../harm/fuzz/clients.ts'
import { fuzzOverride, fuzzSettings } from '../harm/fuzz/files.ts'
import type { Report } from '../harm/fuzz/report.ts'
import { fuzzResponses } from '../harm/fuzz/responses.ts'
import { numberAsked } from './numberAsked.ts'
import { type Bench, judged, type Row, round } from './rows.ts'

const USUAL_INPUTS = 100_000
/** Each target with its share of the inputs. */
const TARGETS = [
  [fuzzSocket, 0.25],
  [fuzzWebSocket, 0.25],
  [fuzzSettings, 0.15],
  [fuzzOverride, 0.15],
  [fuzzResponses, 0.2],
] as const
/** What a core holds on to by intent, such as the latest commands and journal lines, has room in this. */
const MOST_GROWN_MB = 8

/** Wrong inputs on every side, from seeds: the same run every time. `--inputs N`. */
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
    return rowsOf(reports)
  },
}

function rowsOf(reports: readonly Report[]): Row[] {
  const rows = reports.flatMap(({ target, inputs, refused, crashes, nameless, grownMb }) => {
    for (const one of [...crashes, ...nameless].slice(0, 10)) process.stderr.write(`fuzz: ${target}: ${one}\n`)
    const row = (metric: string, value: number, unit = ''): Row => ({
      bench: 'fuzz',
      case: target,
      subject: 'cuelight',
      metric,
      value,
      unit,
    })
    return [
      row('inputs', inputs),
      row('of them refused or failed', refused),
      judged(row('crashes, and deeds nobody asked for', crashes.length), { atMost: 0 }),
      judged(row('refusals that name no field', nameless.length), { atMost: 0 }),
      ...(grownMb === 0
        ? []
        : [judged(row('heap grown over the second half', round(grownMb, 1), 'MB'), { atMost: MOST_GROWN_MB })]),
    ]
  })
  const total = reports.reduce((sum, report) => sum + report.inputs, 0)
  return [...rows, { bench: 'fuzz', case: 'all', subject: 'cuelight', metric: 'inputs', value: total, unit: '' }]
}
