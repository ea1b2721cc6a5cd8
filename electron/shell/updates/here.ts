/** Updates of the Cuelight that runs. Thin: it only looks where we are. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { readTextIfAny } from '../../core/textFile.ts'
import { updatedByHand } from './byHand.ts'
import { loadElectronUpdater } from './updater.ts'
import { createUpdates, type Updates, type UpdatesOptions } from './updates.ts'

/** Updates as this Cuelight came here: by itself, or by hand with what to do. */
export function updatesHere(options: Pick<UpdatesOptions, 'core' | 'clock' | 'log' | 'restart'>): Updates {
  const { platform, env: environment, resourcesPath } = process
  const byHand = updatedByHand({
    ...{ isPackaged: app.isPackaged, platform, environment },
    hasFeed: existsSync(join(resourcesPath, 'app-update.yml')),
    packageType: readTextIfAny(join(resourcesPath, 'package-type'))?.trim() ?? null,
  })
  return createUpdates({ ...options, byHand, loadUpdater: () => loadElectronUpdater(platform, options.log) })
}
