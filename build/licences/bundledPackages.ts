import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { packageFolderOf } from './packageFolder.ts'

/** Where each build lists the packages whose code it contains: one file per build, folders from the project root. */
export const BUNDLED = fileURLToPath(new URL('../../.dist/bundled', import.meta.url))

/** Records which packages' code a build contains, for the list of licences. */
export function bundledPackages(part: 'main' | 'preload' | 'renderer'): Plugin {
  return {
    name: 'bundled-packages',
    // Only for builds that are written: the list of licences is made from these files.
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules))
      mkdirSync(BUNDLED, { recursive: true })
      writeFileSync(join(BUNDLED, `${part}.json`), JSON.stringify(packageFoldersOf(modules), null, 2))
    },
  }
}

/** The folders of the packages that modules belong to, each once, in order. */
export function packageFoldersOf(modules: readonly string[]): string[] {
  return [...new Set(modules.map(packageFolderOf))].filter((folder) => folder !== null).toSorted()
}
