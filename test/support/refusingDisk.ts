import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A disk that accepts no settings: a folder is in the way of the file, which not even root can write. Returns a
 * function that repairs it.
 */
export function refuseSettings(dataDir: string): () => void {
  const file = join(dataDir, 'settings.json')
  for (;;) {
    rmSync(file, { force: true })
    try {
      mkdirSync(file)
      break
    } catch (error) {
      // A pending write has put its file there in between.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return () => rmSync(file, { recursive: true })
}
