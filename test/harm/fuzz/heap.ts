import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is in use once everything that is not has been taken away, in MB. */
export function heapMb(): number {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  gc()
  return process.memoryUsage().heapUsed / (1024 * 1024)
}
