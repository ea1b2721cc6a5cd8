import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Licence } from '../../shared/util/licences.ts'
import { manifestIn } from './shippedPackages.ts'

/** Files in which packages keep their licence and notices, in any spelling. */
const TEXTS = /^(licen[cs]e|copying|notice)([-.].*)?$/i

/** Its 10 MB are too much for a list, and the program ships them anyway. */
const CHROMIUM =
  'The licences of Chromium and of all its parts lie beside the program, in the file LICENSES.chromium.html, which comes with Electron.'
const NODE =
  'Electron has Node.js inside. Its licence and those of its parts: https://github.com/nodejs/node/blob/main/LICENSE'

/**
 * A package's licence, as the package declares it.
 *
 * @param folder the package's folder. Throws if the package declares no licence: it must not be shipped then
 */
export function licenceOf(folder: string): Licence {
  const { name, version, license, author } = manifestIn(folder)
  if (license === undefined) throw new Error(`${name} names no licence: it must not be shipped.`)
  return { name, version, license, text: textIn(folder) || (author === null ? '' : `Copyright ${author}`) }
}

/**
 * The licences of everything that is shipped: Cuelight first, then Electron and its components, then packages by name.
 *
 * @param top the folder of the project
 * @param folders of packages, relative to `top`
 */
export function licencesOf(top: string, folders: readonly string[]): Licence[] {
  const packages = folders.map((folder) => licenceOf(join(top, folder)))
  return [
    { ...licenceOf(top), name: 'Cuelight' },
    { ...licenceOf(join(top, 'node_modules/electron')), name: 'Electron' },
    { name: 'Chromium', version: '', license: 'BSD-3-Clause and others', text: CHROMIUM },
    { name: 'Node.js', version: '', license: 'MIT and others', text: NODE },
    ...packages.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
  ]
}

/** All licence texts of the package, each file once; empty if it has none. */
function textIn(folder: string): string {
  const files = readdirSync(folder).filter((file) => TEXTS.test(file) && !file.endsWith('.js'))
  return files
    .toSorted()
    .map((file) => ownPart(readFileSync(join(folder, file), 'utf8')))
    .join('\n\n')
}

/** Vite also lists the components of its own program, none of which gets into what it builds. */
function ownPart(text: string): string {
  return (text.split(/^# Licenses of bundled dependencies$/m)[0] ?? '').trim()
}
