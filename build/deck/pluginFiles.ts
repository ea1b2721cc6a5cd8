/** Everything of the Stream Deck plugin but its program: manifest, pictures, property inspector, licences. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, transformWithOxc } from 'vite'
import { inspectorPage } from '../../electron/decks/streamdeck/inspector/page.ts'
import { ICON_PATHS, manifestOf } from '../../electron/decks/streamdeck/manifest.ts'
import { ACTIONS } from '../../shared/decks/keys.ts'
import { packageFoldersOf } from '../licences/bundledPackages.ts'
import { licenceOf } from '../licences/licences.ts'
import { manifestIn } from '../licences/shippedPackages.ts'
import { categoryIcon, iconOf, keyPicture, pluginIcon } from './icons.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))
const inspector = join(top, 'electron/decks/streamdeck/inspector/page')

/** Writes them beside the bundled program. */
export function pluginFiles(): Plugin {
  return {
    name: 'plugin-files',
    async writeBundle({ dir = '' }, bundle) {
      const folder = dirname(dir)
      const write = (name: string, content: string | Uint8Array) => {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), content)
      }
      for (const name of ['icons', 'ui']) rmSync(join(folder, name), { recursive: true, force: true })
      const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
      const { version, author } = manifestIn(top)
      write('manifest.json', json(manifestOf({ version, author: author ?? '' })))
      // The application runs the program by its name; this says that it is a module.
      write('bin/package.json', json({ type: 'module' }))
      for (const [name, content] of Object.entries(await uiFiles())) write(`ui/${name}`, content)
      for (const [name, content] of pictures()) write(name, content)
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      write('licences.txt', licences(chunks.flatMap((chunk) => Object.keys(chunk.modules))))
    },
  }
}

async function uiFiles(): Promise<Record<string, string>> {
  const script = readFileSync(join(inspector, 'inspector.ts'), 'utf8')
  return {
    'inspector.html': inspectorPage(),
    'inspector.css': readFileSync(join(inspector, 'inspector.css'), 'utf8'),
    'inspector.js': (await transformWithOxc(script, 'inspector.ts')).code,
    'tokens.css': readFileSync(join(top, 'renderer/ui/styles/tokens.css'), 'utf8'),
  }
}

/** The pictures by their paths, in the forms and sizes that the manifest's schema asks for. */
function pictures(): [path: string, content: string | Uint8Array][] {
  return [
    [`${ICON_PATHS.category}.svg`, categoryIcon()],
    [`${ICON_PATHS.plugin}.png`, pluginIcon(256)],
    [`${ICON_PATHS.plugin}@2x.png`, pluginIcon(512)],
    ...ACTIONS.flatMap((action): [string, string][] => [
      [`${ICON_PATHS.action(action)}.svg`, iconOf(action)],
      [`${ICON_PATHS.key(action)}.svg`, keyPicture(action)],
    ]),
  ]
}

/** Of Cuelight, and of every package that is in the program. */
function licences(modules: readonly string[]): string {
  return [top, ...packageFoldersOf(modules).map((folder) => join(top, folder))]
    .map(licenceOf)
    .map(({ name, version, license, text }) => `${name} ${version}: ${license}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}
