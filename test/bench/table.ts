import type { Row } from './rows.ts'

/** One table a bench: a line a case and metric, a column a subject, ours first. */
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
