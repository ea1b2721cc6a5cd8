import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'

/** The author, in either form that npm allows: one text, or an object. */
const Author = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])

/** The fields we read from a package's `package.json`. */
const Manifest = z.object({
  name: z.string().min(1),
  version: z.string().default(''),
  license: z.string().min(1).optional(),
  author: Author.nullable().default(null),
  dependencies: z.record(z.string(), z.string()).default({}),
})
export type Manifest = z.output<typeof Manifest>

/** Reads the `package.json` of a folder. Throws if there is none. */
export function manifestIn(folder: string): Manifest {
  return Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
}

/**
 * The folders, from the project root, of the packages that are shipped as packages: the run-time dependencies,
 * including transitive ones.
 */
export function shippedFolders(top: string): string[] {
  const found = new Set<string>()
  const visit = (from: string, name: string): void => {
    const folder = folderOf(top, from, name)
    if (found.has(folder)) return
    found.add(folder)
    for (const next of Object.keys(manifestIn(join(top, folder)).dependencies)) visit(folder, next)
  }
  for (const name of Object.keys(manifestIn(top).dependencies)) visit('', name)
  return [...found].toSorted()
}

/** As Node resolves it: in the package itself first, then in each folder above. */
function folderOf(top: string, from: string, name: string): string {
  for (let place = from; ; place = dirname(place)) {
    const folder = join(place, 'node_modules', name)
    if (existsSync(join(top, folder, 'package.json'))) return folder.replaceAll('\\', '/')
    if (place === '' || place === '.')
      throw new Error(`${name}, which ${from || 'Cuelight'} needs, is not installed.`)
  }
}
