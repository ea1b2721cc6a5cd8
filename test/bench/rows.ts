/** One measured figure. */
export interface Row {
  bench: string
  /** The situation, e.g. the server's kind of window. */
  case: string
  /** What was measured: ours or a peer. */
  subject: string
  metric: string
  value: number
  unit: string
  /** The target it must reach, in words. */
  target?: string
  pass?: boolean
}

export interface Bench {
  name: string
  /** Runs in a process with the flags Cuelight ships with. */
  asShipped?: boolean
  /** Progress goes to stderr, never to stdout. */
  run(): Promise<Row[]>
}

/** Makes the rows of one situation, rounded to that number of digits. */
export const rowsOf =
  (bench: string, situation: string, subject = 'cuelight', digits = 2) =>
  (metric: string, value: number, unit = ''): Row => ({
    ...{ bench, case: situation, subject, metric, value: round(value, digits), unit },
  })

/** A row with a target: `atMost` or `atLeast`. */
export function judged(row: Omit<Row, 'target' | 'pass'>, limit: { atMost: number } | { atLeast: number }): Row {
  const pass = 'atMost' in limit ? row.value <= limit.atMost : row.value >= limit.atLeast
  const target = 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`
  return { ...row, target, pass }
}

/** The value below which that share of the values lies; 0 if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

export const round = (value: number, digits = 2) => Number(value.toFixed(digits))

/** One table per bench: a line per case and metric, a column per subject, ours first. */
export function printTable(rows: readonly Row[]): void {
  for (const [bench, own] of Map.groupBy(rows, (row) => row.bench)) {
    const subjects = [...new Set(own.map((row) => row.subject))]
    const lines = [...Map.groupBy(own, (row) => `${row.case}\u0000${row.metric}`).values()].map((group) =>
      lineOf(group, subjects),
    )
    write([['case', 'metric', ...subjects, 'target', ''], ...lines], bench)
  }
}

function lineOf(group: readonly Row[], subjects: readonly string[]): string[] {
  const first = group[0]
  const cells = subjects.map((subject) => {
    const row = group.find((one) => one.subject === subject)
    return row ? `${row.value} ${row.unit}` : ''
  })
  const judgedRow = group.find((row) => row.target !== undefined)
  const verdict = judgedRow ? (judgedRow.pass ? 'reached' : 'MISSED') : ''
  return [first?.case ?? '', first?.metric ?? '', ...cells, judgedRow?.target ?? '', verdict]
}

function write(lines: readonly string[][], title: string): void {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  process.stdout.write(`\n${title}\n`)
  for (const line of lines)
    process.stdout.write(
      `${line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    )
}

/** The number after an option such as `--kills` on the bench's command line, or the default. */
export function numberAsked(option: string, usual: number): number {
  const place = process.argv.indexOf(option)
  const asked = place === -1 ? usual : Number(process.argv[place + 1])
  if (!Number.isInteger(asked) || asked < 1) throw new Error(`${option} takes a whole number from 1 on`)
  return asked
}
