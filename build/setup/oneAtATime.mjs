import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { top } from './running.mjs'
import { tell } from './tell.mjs'

const LOOK_MS = 200
/** Without /proc the start of a process is unknown and its id may have been reused: stop waiting after this long. */
const LONGEST_MS = 30 * 60_000

/** Where this checkout's set-up keeps its lock; tests have their own. */
export const place = join(top, '.cache/set-up')

/**
 * Does a part of the set-up that must not run twice at the same time, because both would write to the same folders. The
 * second command waits, shows what the first is doing, and checks again before doing anything itself. A killed set-up
 * blocks no one.
 * @param {string} what it does, shown to those that wait
 * @param {() => boolean} isDone checked first, and again after waiting
 * @param {() => void} work
 * @param {string} folder
 */
export async function oneAtATime(what, isDone, work, folder = place) {
  if (isDone()) return
  const release = await acquire(what, folder)
  try {
    if (!isDone()) work()
  } finally {
    release()
  }
}

async function acquire(what, folder) {
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'at-work.json')
  const own = join(folder, `${process.pid}.json`)
  const { pid } = process
  // Written completely first, then linked, so that no one reads an incomplete lock.
  writeFileSync(own, JSON.stringify({ pid, began: beganAt(pid), what }))
  let shown = ''
  try {
    while (!linked(own, lock)) {
      const holder = read(lock)
      if (holder && !isAtWork(holder)) takeAway(lock, holder, folder)
      else if (holder) {
        const line = `▸ Waiting for another command that does this: ${holder.what} (process ${holder.pid})`
        if (line !== shown) tell(line)
        shown = line
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    }
  } finally {
    unlinkSync(own)
  }
  return () => rmSync(lock, { force: true })
}

function linked(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Two may find the same stale lock: the slower one must not remove the lock that the faster one has made since. */
function takeAway(lock, seen, folder) {
  const aside = join(folder, `aside-${process.pid}.json`)
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (read(aside)?.began !== seen.began) linked(aside, lock)
  unlinkSync(aside)
}

function read(lock) {
  try {
    return JSON.parse(readFileSync(lock, 'utf8'))
  } catch {
    // Removed meanwhile: the next attempt takes it.
    return null
  }
}

function isAtWork({ pid, began }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  const now = beganAt(pid)
  return typeof now === 'string' ? now === began : Date.now() - began < LONGEST_MS
}

/** When a process began: in the kernel's ticks, as a string, if available; otherwise the current time, as a number. */
function beganAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return Date.now()
  }
}
