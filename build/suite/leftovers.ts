import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ms between two checks. */
const LOOK_AGAIN_MS = 50

/**
 * Processes that have this mark in their initial environment, by id and command line: children inherit it, even if they
 * were detached or their parents have ended. Without /proc none is found.
 *
 * @param mark as `NAME=value`
 */
export function processesMarked(mark: string): Map<number, string> {
  if (!existsSync('/proc/self/environ')) return new Map()
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  const marked = pids.filter((pid) => ofProcess(pid, 'environ').includes(mark))
  return new Map(marked.map((pid) => [Number(pid), ofProcess(pid, 'cmdline').join(' ').trim()]))
}

/** Empty for a process that has ended, which may happen at any moment, or that we are not allowed to inspect. */
function ofProcess(pid: string, file: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/**
 * Waits for the marked processes to end on their own, and kills those that do not.
 *
 * @param patienceMs how long it waits, in ms
 * @returns the command lines of those it killed
 */
export async function endLeftovers(mark: string, patienceMs: number): Promise<string[]> {
  const until = performance.now() + patienceMs
  while (processesMarked(mark).size > 0 && performance.now() < until) await sleep(LOOK_AGAIN_MS)
  const left = processesMarked(mark)
  for (const pid of left.keys()) kill(pid)
  return [...left.values()]
}

/** Kills a process that may have ended meanwhile. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
