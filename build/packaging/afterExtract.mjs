import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Electron brings an app of its own, which runs what it is told to. electron-builder leaves it there when Electron comes
 * as a folder; in a packaged Cuelight it has no place.
 * @param {import('electron-builder').AfterExtractContext} context
 */
export default async function afterExtract({ appOutDir, packager }) {
  await rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })
}
