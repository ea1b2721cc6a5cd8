/**
 * Which deliberate faults of an earlier commit are not in the table any more, and the tests that caught each: they hold it
 * still. Answers 1 when one of those tests is gone as well.
 *
 *   node test/faults/removed.ts COMMIT
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fault } from './fault.ts'
import { faults } from './table.ts'

const [commit = 'HEAD'] = process.argv.slice(2)
const dir = mkdtempSync(join(tmpdir(), 'cuelight-faults-'))
const archive = execFileSync('git', ['archive', commit, 'test', 'build/plantedFault.ts'], { maxBuffer: 2 ** 28 })
execFileSync('tar', ['-x', '-C', dir], { input: archive })
const before = (await import(join(dir, 'test/faults/table.ts'))) as { faults: Fault[] }
rmSync(dir, { recursive: true })

const kept = new Set(faults.map(({ name }) => name))
const removed = before.faults.filter(({ name }) => !kept.has(name))
for (const { name, file, tests } of removed) console.log([name, file, tests.map(mark).join(', ')].join('\t'))
const unheld = removed.filter(({ tests }) => !tests.some((test) => existsSync(test)))
console.log(
  `${removed.length} of ${before.faults.length} removed, ${unheld.length} of them without any of their tests`,
)
process.exitCode = unheld.length === 0 ? 0 : 1

function mark(test: string): string {
  return existsSync(test) ? test : `${test} (gone)`
}
