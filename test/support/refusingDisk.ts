import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A disk that takes no settings: a folder stands where the file should go, which not even root can write. Answers what mends it. */
export function refuseSettings(dataDir: string): () => void {
  const file = join(dataDir, 'settings.json')
  for (;;) {
    rmSync(file, { force: true })
    try {
      mkdirSync(file)
      break
    } catch (error) {
      // A write that was under way has put its file there in between.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return () => rmSync(file, { recursive: true })
}
