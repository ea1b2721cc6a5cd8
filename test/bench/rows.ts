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
  /** What it must reach, in words. */
  target?: string
  pass?: boolean
}

export interface Bench {
  name: string
  /** Run in a process with the flags Cuelight runs with. */
  asShipped?: boolean
  /** Progress goes to stderr, never to stdout. */
  run(): Promise<Row[]>
}

/** A row with a target: `atMost` or `atLeast`. */
export function judged(row: Omit<Row, 'target' | 'pass'>, limit: { atMost: number } | { atLeast: number }): Row {
  const pass = 'atMost' in limit ? row.value <= limit.atMost : row.value >= limit.atLeast
  const target = 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`
  return { ...row, target, pass }
}

/** The value below which that share of the values lies; of none, 0. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

export const round = (value: number, digits = 2) => Number(value.toFixed(digits))
