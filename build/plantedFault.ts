import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** One deliberate fault: a piece of our source, and what stands there instead. */
export interface Planted {
  file: string
  from: string
  to: string
}

/**
 * Plants one deliberate fault of our own into the sources as the tests load them; nothing on disk changes.
 *
 * @param json a `Planted`, or undefined for none
 */
export function plantedFault(json: string | undefined): Plugin {
  if (!json) return { name: 'no-planted-fault' }
  const { file, from, to } = JSON.parse(json) as Planted
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
  return {
    name: `planted-fault ${createHash('sha256').update(json).digest('hex')}`,
    enforce: 'pre',
    transform(code, id) {
      if (id.split('?')[0] !== path) return null
      if (code.split(from).length !== 2)
        throw new Error(`the fault does not fit ${file}: not exactly one place to plant it`)
      return code.replace(from, () => to)
    },
  }
}
