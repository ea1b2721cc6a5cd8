import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processes that work on a data dir or within, by their command line. One that has died and was not reaped has none any more,
 * though signals still find it.
 */
export function processesOn(dataDir: string): number[] {
  return processes().filter((pid) =>
    commandLine(pid).some((word) => word === dataDir || word.startsWith(`${dataDir}/`)),
  )
}

/** Processes that a process started and that live. */
export function childrenOf(parent: number): number[] {
  return processes().filter((pid) => Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1]) === parent)
}

/** Does it run? */
export const lives = (pid: number): boolean => commandLine(pid).join('') !== ''

/** Has it died, and nobody has reaped it? */
export const isZombie = (pid: number): boolean => /\) Z /.test(read(`/proc/${pid}/stat`))

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

const commandLine = (pid: number): string[] => read(`/proc/${pid}/cmdline`).split('\0')

/** Empty once the process is gone. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
