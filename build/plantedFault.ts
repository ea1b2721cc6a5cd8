import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** One deliberate fault: a piece of our source, and what stands there instead. */
export interface Planted {
  file: string
  from: string
  to: string
}

/** Transforms of every other file are what they are without it: Vitest's cache of them is used as if it were not there. */
const KEEPS_OTHERS = { vitest: { ignoreFsModuleCache: true } }

/**
 * Plants one deliberate fault of our own into the sources as the tests load them; nothing on disk changes.
 *
 * @param json a `Planted`, or undefined for none
 */
export function plantedFault(json: string | undefined): Plugin {
  // Without a fault it is told of as well, so that what a run without one kept serves a run with one.
  if (!json) return { name: 'no-planted-fault', api: KEEPS_OTHERS }
  const { file, from, to } = JSON.parse(json) as Planted
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
  const isPlanted = (id: string) => id.split('?')[0] === path
  return {
    name: `planted-fault ${createHash('sha256').update(json).digest('hex')}`,
    enforce: 'pre',
    api: KEEPS_OTHERS,
    configureVitest({ defineCacheKeyGenerator }) {
      // Of the file it is planted in nothing is kept, and nothing kept is taken.
      defineCacheKeyGenerator(({ id }) => (isPlanted(id) ? false : null))
    },
    transform(code, id) {
      if (!isPlanted(id)) return null
      if (code.split(from).length !== 2)
        throw new Error(`the fault does not fit ${file}: not exactly one place to plant it`)
      return code.replace(from, () => to)
    },
  }
}
