import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** One deliberate fault: a piece of our source, and its replacement. */
export interface Planted {
  file: string
  from: string
  to: string
}

/** Every other file stays unchanged, so Vitest may use its cache of transforms as if the plugin were absent. */
const KEEPS_OTHERS = { vitest: { ignoreFsModuleCache: true } }

/**
 * Plants one deliberate fault into the sources as the tests load them; nothing on disk changes.
 *
 * @param json a `Planted`, or undefined for none
 */
export function plantedFault(json: string | undefined): Plugin {
  // Returned even without a fault, so that the cache of a run without one is valid for a run with one.
  if (!json) return { name: 'no-planted-fault', api: KEEPS_OTHERS }
  const { file, from, to } = JSON.parse(json) as Planted
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
  const isPlanted = (id: string) => id.split('?')[0] === path
  return {
    name: `planted-fault ${createHash('sha256').update(json).digest('hex')}`,
    enforce: 'pre',
    api: KEEPS_OTHERS,
    configureVitest({ defineCacheKeyGenerator }) {
      // The changed file is never written to or taken from the cache.
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
