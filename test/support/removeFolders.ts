/** Set up for every test file: its folders go when its tests are over, and stay to be looked into where one failed. */
import { beforeAll } from 'vitest'
import { removeFolders } from './folders.ts'

// What the first such hook returns is called last of all: after every afterAll, and once no process writes there any more.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from this pattern which fixtures to set up: none
beforeAll(({}, suite) => () => {
  if (!hasFailed(suite)) removeFolders()
})

type Task = { result?: { state?: string }; tasks?: readonly Task[] }

const hasFailed = ({ result, tasks = [] }: Task): boolean => result?.state === 'fail' || tasks.some(hasFailed)
