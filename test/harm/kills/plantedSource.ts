/** Plants the deliberate fault of `npm run faults` into a process that runs our sources directly. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import type { Planted } from '../../../build/plantedFault.ts'

const { file, from, to } = JSON.parse(process.env.CUELIGHT_FAULT ?? '') as Planted
const url = new URL(`../../../${file}`, import.meta.url).href

registerHooks({
  load(asked, context, next) {
    if (asked !== url) return next(asked, context)
    const source = readFileSync(new URL(url), 'utf8').replace(from, () => to)
    return { format: 'module-typescript', source, shortCircuit: true }
  },
})
