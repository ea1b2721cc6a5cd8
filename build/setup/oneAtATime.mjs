import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { top } from './running.mjs'
import { tell } from './tell.mjs'

const LOOK_MS = 200
/** Where the file system cannot say when a process began, a number used again must not be waited for all day. */
const LONGEST_MS = 30 * 60_000

/** Where the set-up of this checkout leaves word of itself; tests have their own. */
export const place = join(top, '.cache/set-up')

/**
 * Does a part of the set-up that no second command may do at the same time: both would write the same folders. The
 * second one waits, shows what the first is doing, and looks again before it does any of it itself. A set-up that was
 * killed holds nobody up.
 * @param {string} what it does, for whoever waits
 * @param {() => boolean} isDone looked at before, and again after waiting
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
  // Written whole first and linked then: nobody reads half of it.
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

/** Two may find the same leftover: the slower one must not take away the lock that the quicker one made meanwhile. */
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
    // Gone since: the next turn takes it.
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

/** When a process began, in the kernel's own ticks where it says so, as a text; elsewhere the time it is now, a number. */
function beganAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return Date.now()
  }
}
