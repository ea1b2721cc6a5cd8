/**
 * Every process that a test file starts must end with it, even if a test fails. One that does not is ended here, and
 * reported.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import { endLeftovers } from '../../build/suite/leftovers.ts'
import { PATIENCE_MS } from '../../build/suite/patience.ts'
import { FILE_MARK } from './fileMark.ts'

process.env[FILE_MARK] = randomUUID()

// The function returned by the first such hook runs last: after every afterAll, and after those of other hooks.
beforeAll(() => async () => {
  const left = await endLeftovers(`${FILE_MARK}=${process.env[FILE_MARK]}`, PATIENCE_MS)
  if (left.length > 0) throw new Error(`left running by this file, and ended:\n${left.join('\n')}`)
})
