import type { Disk } from '../../electron/core/files/disk.ts'
import { systemClock } from '../../electron/util/time.ts'
import type { Clock } from '../../shared/util/clock.ts'

export interface SimDisk extends Disk {
  /** @param isAlive what it writes slowly for one that has died meanwhile never stands there */
  write(name: string, text: string, isAlive?: () => boolean): Promise<void>
  /** Called before each write, by its number from 1. `full`: it is not taken. A number: it takes so long, in ms. */
  onWrite: (nth: number) => 'full' | 'died' | number | null
  /** Somebody else holds its files: none can be removed. */
  isHeld: boolean
  /** What a process that starts now finds. */
  readonly files: Map<string, string>
  writes: number
}

/** A disk in memory, that fills up, or takes its time, when it is told to. */
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
      // Whoever died never hears of it.
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

/** What one process sees of it: nothing more once that has died. */
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
