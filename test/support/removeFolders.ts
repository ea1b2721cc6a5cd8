/**
 * Setup for every test file: its folders are removed when its tests are over, and kept for inspection if one failed.
 */
import { beforeAll } from 'vitest'
import { removeFolders } from './folders.ts'

// The function returned by the first such hook runs last: after every afterAll, once no process writes there any more.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from this pattern which fixtures to set up: none
beforeAll(({}, suite) => () => {
  removeFolders(hasFailed(suite) ? 'kept' : null)
})

type Task = { result?: { state?: string }; tasks?: readonly Task[] }

const hasFailed = ({ result, tasks = [] }: Task): boolean => result?.state === 'fail' || tasks.some(hasFailed)
