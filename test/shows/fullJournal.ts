import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The journal is rotated at 5 MB (Decision "Durability"); a show writes some kB. */
const NEARLY_FULL = 5 * 1024 * 1024 - 4_000
const LINES = 100

/** Leaves a journal of earlier days that a few commands more will fill. */
export function fillJournal(dir: string): void {
  mkdirSync(dir, { recursive: true })
  const bare = lineOf(0, '')
  const name = 'n'.repeat(Math.floor(NEARLY_FULL / LINES) - bare.length - 2)
  const lines = Array.from({ length: LINES }, (_, number) => lineOf(number, name))
  writeFileSync(join(dir, 'journal.jsonl'), lines.join(''), { mode: 0o600 })
}

/** A refresh of long ago, whose project has a very long name. */
function lineOf(number: number, projectName: string): string {
  const outcome = { result: 'done', done: { what: 'refreshed' } }
  const what = { command: 'refresh', about: null }
  const head = { line: 'ended', id: `earlier-${number}`, at: 0, source: 'cli', projectId: null, projectName }
  return `${JSON.stringify({ ...head, what, outcome, ms: 1 })}\n`
}
