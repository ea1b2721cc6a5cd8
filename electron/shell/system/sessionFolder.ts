import { win32 } from 'node:path'

/**
 * Where Chromium stores what it can load again. Windows copies the roaming folder, which contains our data unless the
 * user chose another place, from computer to computer: caches do not belong there (electron 45: docs/api/app.md,
 * `sessionData`).
 *
 * @returns null: beside our data, as on all other systems
 */
export function sessionFolder(
  dataDir: string,
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process,
): string | null {
  const { APPDATA: roaming, LOCALAPPDATA: local } = env
  if (platform !== 'win32' || !roaming || !local) return null
  const within = win32.relative(roaming, dataDir)
  if (within === '' || within.startsWith('..') || win32.isAbsolute(within)) return null
  return win32.join(local, within, 'chromium')
}
