import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Electron ships a default app that runs whatever it is given. electron-builder leaves it in place when Electron comes
 * as a folder; a packaged Cuelight must not contain it.
 * @param {import('electron-builder').AfterExtractContext} context
 */
export default async function afterExtract({ appOutDir, packager }) {
  await rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })
}
