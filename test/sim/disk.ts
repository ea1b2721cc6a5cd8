import type { Disk } from '../../electron/core/files/disk.ts'
import { systemClock } from '../../electron/util/time.ts'
import type { Clock } from '../../shared/util/clock.ts'

export interface SimDisk extends Disk {
  /** @param isAlive if it turns false during a slow write, that write never lands */
  write(name: string, text: string, isAlive?: () => boolean): Promise<void>
  /**
   * Called before each write with its number from 1. `full`: the write fails. `died`: it never returns. A number: its
   * duration in ms.
   */
  onWrite: (nth: number) => 'full' | 'died' | number | null
  /** Another program holds the files open: none can be removed. */
  isHeld: boolean
  /** The files that a process starting now would find. */
  readonly files: Map<string, string>
  writes: number
}

/** A disk in memory that can be full or slow on request. */
export function createDisk(clock: Pick<Clock, 'after'> = systemClock): SimDisk {
  const files = new Map<string, string>()
  const disk: SimDisk = {
    files,
    writes: 0,
    onWrite: () => null,
    isHeld: false,
    names: (folder) =>
      [...files.keys()].filter((name) => name.startsWith(`${folder}/`)).map((name) => name.slice(folder.length + 1)),
    read: (name) => files.get(name) ?? null,
    async write(name, text, isAlive = () => true) {
      disk.writes += 1
      const fate = disk.onWrite(disk.writes)
      if (fate === 'full') throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      // A dead process never gets a result.
      if (fate === 'died') return new Promise(() => {})
      if (typeof fate === 'number') await new Promise<void>((taken) => void clock.after(fate, taken))
      if (!isAlive()) return new Promise(() => {})
      files.set(name, text)
    },
    async remove(name) {
      if (disk.isHeld) throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
      files.delete(name)
    },
    async rename(name, to) {
      if (disk.isHeld) throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
      const text = files.get(name)
      if (text === undefined) throw Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' })
      files.delete(name)
      files.set(to, text)
    },
  }
  return disk
}

/** The disk as one process sees it: once that has died, no call returns any more. */
export function mounted(disk: SimDisk, isAlive: () => boolean): Disk {
  const never = () => new Promise<never>(() => {})
  return {
    names: disk.names,
    read: disk.read,
    write: (name, text) => (isAlive() ? disk.write(name, text, isAlive) : never()),
    remove: (name) => (isAlive() ? disk.remove(name) : never()),
    rename: (name, to) => (isAlive() ? disk.rename(name, to) : never()),
  }
}
