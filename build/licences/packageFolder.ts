const FOLDER = /.*(?<=[\\/])(node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/

/** Code that bundlers insert, by the module names they use. */
const OWN_CODE = { '\0rolldown/': 'node_modules/rolldown', '\0vite/': 'node_modules/vite' }

/**
 * The folder of the package a module belongs to, from the project root: `node_modules/a`, or
 * `node_modules/a/node_modules/b` for a nested package. Null for our own modules.
 *
 * @param module its path, or a bundler's name for it
 */
export function packageFolderOf(module: string): string | null {
  const made = Object.entries(OWN_CODE).find(([start]) => module.startsWith(start))
  if (made) return made[1]
  const path = module.split('\0').join('').replaceAll('\\', '/')
  const found = FOLDER.exec(path)
  return found ? found[0].slice(path.indexOf('node_modules/')) : null
}
