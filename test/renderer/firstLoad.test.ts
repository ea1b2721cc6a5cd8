import { expect, it } from 'vitest'
import { firstLoad, gzippedBytes, isScript } from './firstLoad.ts'
import { buildPanel } from './panelFiles.ts'

/** Bytes; figures of how long it takes stand in the bench. */
const MOST = 130_000

it('the first script is as small as it was promised, and the only one', async () => {
  const scripts = firstLoad(await buildPanel()).filter(isScript)
  expect(scripts).toHaveLength(1)
  const bytes = scripts.map(gzippedBytes)[0] ?? 0
  expect(bytes).toBeGreaterThan(0)
  expect(bytes, 'what is not needed at first is imported when it is; schemas are of zod/mini').toBeLessThan(MOST)
})
