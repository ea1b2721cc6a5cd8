/**
 * Packs the built Stream Deck plugin into the one file that the Stream Deck application installs, and prints its path.
 * It is a zip file that contains the plugin's folder, as the vendor's own tool makes it.
 *
 *   node build/deck/pack.ts
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Zippable, zipSync } from 'fflate'
import { PLUGIN_FILE, PLUGIN_FOLDER } from '../../electron/decks/streamdeck/manifest.ts'
import { manifestFaults } from './checkManifest.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))
const built = join(top, '.dist/deck')

/** The plugin's files, by their paths in the package. The program's own log is none of them. */
export function pluginFilesIn(folder: string): Zippable {
  const files = readdirSync(join(folder, PLUGIN_FOLDER), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('logs'))
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    files.toSorted().map((file) => [relative(folder, file).replaceAll(sep, '/'), readFileSync(file)]),
  )
}

if (import.meta.main) {
  const faults = manifestFaults(join(built, PLUGIN_FOLDER))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
  const file = join(top, '.dist/packages', PLUGIN_FILE)
  mkdirSync(join(top, '.dist/packages'), { recursive: true })
  // The same content makes the same file.
  writeFileSync(file, zipSync(pluginFilesIn(built), { level: 9, mtime: Date.UTC(2026, 0, 1) }))
  console.log(relative(process.cwd(), file))
}
