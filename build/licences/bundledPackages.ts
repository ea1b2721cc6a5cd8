import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { packageFolderOf } from './packageFolder.ts'

/** Where each build says whose code is in it: one file a build, a list of folders from the top of the project. */
export const BUNDLED = fileURLToPath(new URL('../../.dist/bundled', import.meta.url))

/** Writes down which packages' code a build took in, for the list of licences. */
export function bundledPackages(part: 'main' | 'preload' | 'renderer'): Plugin {
  return {
    name: 'bundled-packages',
    // Only of a build that is kept: the list of licences is made of what lies there.
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules))
      mkdirSync(BUNDLED, { recursive: true })
      writeFileSync(join(BUNDLED, `${part}.json`), JSON.stringify(packageFoldersOf(modules), null, 2))
    },
  }
}

/** The folders of the packages that modules are of, each once, in order. */
export function packageFoldersOf(modules: readonly string[]): string[] {
  return [...new Set(modules.map(packageFolderOf))].filter((folder) => folder !== null).toSorted()
}
