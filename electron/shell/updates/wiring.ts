/** What updates need of Electron and of the resources beside the program. Thin. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { StartOptions } from '../../app/options.ts'
import { defaultDataDir } from '../../core/files/dataDir.ts'
import { readTextIfAny } from '../../util/textFile.ts'
import { relaunchAtEnd } from '../system/relaunch.ts'
import { type ByHand, updatedByHand } from './updater.ts'

/** Why this Cuelight does not update itself; null: it does. */
export function updatedByHandHere({ dataDir, baseUrl, override }: StartOptions): ByHand | null {
  const resource = (name: string) => join(process.resourcesPath ?? '', name)
  return updatedByHand({
    ...{ isPackaged: app.isPackaged, platform: process.platform, environment: process.env },
    hasOptions: dataDir !== defaultDataDir('cuelight') || baseUrl !== null || override !== null,
    hasFeed: existsSync(resource('app-update.yml')),
    packageType: readTextIfAny(resource('package-type'))?.trim() ?? null,
  })
}

/** Installs the new version; if that fails, this version starts again. */
export async function installThen(install: () => Promise<never>, log: (line: string) => void): Promise<void> {
  await install().catch((error: unknown) => {
    log(`the update could not be installed, so this version starts again: ${error}`)
    relaunchAtEnd()
    app.exit()
  })
}
