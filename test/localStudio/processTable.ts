import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processes that work on a data dir, by their command line. One that has died and was not reaped has none any more,
 * though signals still find it.
 */
export function processesOn(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandLine(pid).includes(dataDir))
}

/** Has it died, and nobody has reaped it? */
export const isZombie = (pid: number): boolean => /\) Z /.test(read(`/proc/${pid}/stat`))

const commandLine = (pid: number): string[] => read(`/proc/${pid}/cmdline`).split('\0')

/** Empty once the process is gone. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
