import { win32 } from 'node:path'

/**
 * Where Chromium keeps what it can load anew. Windows copies the roaming folder, where our data lies unless a person said
 * otherwise, from computer to computer: caches have no place there (electron 45: docs/api/app.md, `sessionData`).
 *
 * @returns null: beside our data, as everywhere else
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
