/** Updates of the Cuelight that runs. Thin: it only looks where we are. */
import { join } from 'node:path'
import { app } from 'electron'
import { readTextIfAny } from '../../core/textFile.ts'
import { updatedByHand } from './byHand.ts'
import { loadElectronUpdater } from './updater.ts'
import { createUpdates, type Updates, type UpdatesOptions } from './updates.ts'

/** Updates as this Cuelight came here: by itself, or by hand with what to do. */
export function updatesHere(options: Pick<UpdatesOptions, 'core' | 'clock' | 'log' | 'restart'>): Updates {
  const { platform, env: environment, resourcesPath } = process
  const { isPackaged } = app
  const resource = (name: string) => (isPackaged ? readTextIfAny(join(resourcesPath, name)) : null)
  const hasFeed = resource('app-update.yml') !== null
  const packageType = resource('package-type')?.trim() ?? null
  const byHand = updatedByHand({ isPackaged, platform, environment, hasFeed, packageType })
  return createUpdates({ ...options, byHand, loadUpdater: () => loadElectronUpdater(platform, options.log) })
}
