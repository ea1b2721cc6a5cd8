/** Set up for every test file: its folders go when its tests are over, and stay to be looked into where one failed. */
import { afterAll } from 'vitest'
import { removeFolders } from './folders.ts'

// Registered before every hook of the file itself, so it is called after them all.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from this pattern which fixtures to set up: none
afterAll(({}, suite) => {
  if (!hasFailed(suite)) removeFolders()
})

type Task = { result?: { state?: string }; tasks?: readonly Task[] }

const hasFailed = ({ result, tasks = [] }: Task): boolean => result?.state === 'fail' || tasks.some(hasFailed)
