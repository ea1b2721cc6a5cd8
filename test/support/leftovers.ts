/** Every process that a test file starts ends with it, also where a test fails. One that does not is ended here, and told. */
import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import { endLeftovers } from '../../build/suite/leftovers.ts'
import { PATIENCE_MS } from '../../build/suite/patience.ts'
import { FILE_MARK } from './fileMark.ts'

process.env[FILE_MARK] = randomUUID()

// What the first such hook returns is called last of all: after every afterAll, and after what other hooks return.
beforeAll(() => async () => {
  const left = await endLeftovers(`${FILE_MARK}=${process.env[FILE_MARK]}`, PATIENCE_MS)
  if (left.length > 0) throw new Error(`left running by this file, and ended:\n${left.join('\n')}`)
})
