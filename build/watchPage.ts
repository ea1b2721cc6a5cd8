import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import { BUILT_FOLDER, PAGE_FILES } from '../electron/studio/watch/page.ts'

const page = new URL('../electron/studio/watch/page.ts', import.meta.url)

/** Puts the files of the studio's watch page beside the bundle, the script without its types. */
export function watchPageFiles(): Plugin {
  return {
    name: 'watch-page-files',
    async writeBundle({ dir = '' }) {
      const folder = join(dir, BUILT_FOLDER)
      mkdirSync(folder, { recursive: true })
      for (const [name, { source }] of Object.entries(PAGE_FILES)) {
        const text = readFileSync(new URL(source, page), 'utf8')
        const isTyped = source.endsWith('.ts')
        writeFileSync(join(folder, name), isTyped ? (await transformWithOxc(text, source)).code : text)
      }
    },
  }
}
