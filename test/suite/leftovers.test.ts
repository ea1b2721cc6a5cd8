/** No process of a test outlives it unnoticed. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { endLeftovers, kill, processesMarked } from '../../build/suite/leftovers.ts'
import { PATIENCE_MS } from '../../build/suite/patience.ts'
import { atEnd } from '../support/atEnd.ts'

const NAME = 'CUELIGHT_LEFTOVER'

/** A detached process whose parent has ended; returns its id. */
async function orphan(value: string): Promise<number> {
  const script = `const { pid } = require('node:child_process')
    .spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)', 'orphan'], { detached: true, stdio: 'ignore' })
    process.stdout.write(String(pid), () => process.exit())`
  const env = { ...process.env, [NAME]: value }
  const parent = spawn(process.execPath, ['-e', script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = Number(await text(parent.stdout))
  atEnd(() => kill(pid))
  return pid
}

describe.runIf(existsSync('/proc/self/environ'))('a process that a test leaves', () => {
  test('is found, ended and reported, though its parent is gone', async () => {
    const value = randomUUID()
    const pid = await orphan(value)
    await orphan(randomUUID())
    // It would be found at the end of this file, too.
    expect([...processesMarked(`CUELIGHT_TEST_FILE=${process.env.CUELIGHT_TEST_FILE}`).keys()]).toContain(pid)
    expect(await endLeftovers(`${NAME}=${value}`, 0)).toEqual([expect.stringMatching(/ orphan$/)])
    await expect.poll(() => processesMarked(`${NAME}=${value}`).size).toBe(0)
  })

  test('is waited for if it is just ending', async () => {
    const value = randomUUID()
    const pid = await orphan(value)
    const ended = endLeftovers(`${NAME}=${value}`, PATIENCE_MS)
    kill(pid)
    expect(await ended).toEqual([])
  })
})
