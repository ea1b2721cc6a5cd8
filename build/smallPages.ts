import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import { PHONE_ICON, PHONE_PAGE_FILES, PHONE_PAGE_FOLDER } from '../electron/remote/phone/phonePage.ts'
import { BUILT_FOLDER, PAGE_FILES } from '../electron/studio/watch/page.ts'

interface Page {
  /** Beside the bundle. */
  folder: string
  files: Readonly<Record<string, { source: string }>>
  /** What the sources are relative to. */
  from: string
}
const PAGES: readonly Page[] = [
  { folder: BUILT_FOLDER, files: PAGE_FILES, from: '../electron/studio/watch/page.ts' },
  { folder: PHONE_PAGE_FOLDER, files: PHONE_PAGE_FILES, from: '../electron/remote/phone/phonePage.ts' },
]

/** Puts the files of small pages beside the bundle, the scripts without their types: the watch page, and a phone's. */
export function smallPages(): Plugin {
  return {
    name: 'small-pages',
    async writeBundle({ dir = '' }) {
      for (const { folder, files, from } of PAGES) {
        const to = join(dir, folder)
        mkdirSync(to, { recursive: true })
        for (const [name, { source }] of Object.entries(files)) {
          const text = readFileSync(new URL(source, new URL(from, import.meta.url)), 'utf8')
          const isTyped = source.endsWith('.ts')
          writeFileSync(join(to, name), isTyped ? (await transformWithOxc(text, source)).code : text)
        }
      }
      copyFileSync(new URL('./icons/app.png', import.meta.url), join(dir, PHONE_PAGE_FOLDER, PHONE_ICON))
    },
  }
}
