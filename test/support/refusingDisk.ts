import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A disk that takes no settings: a folder stands where the file should go, which not even root can write. Answers what mends it. */
export function refuseSettings(dataDir: string): () => void {
  const file = join(dataDir, 'settings.json')
  rmSync(file, { force: true })
  mkdirSync(file)
  return () => rmSync(file, { recursive: true })
}
