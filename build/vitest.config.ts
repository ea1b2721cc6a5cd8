import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { plantedFault } from './plantedFault.ts'
import { InOrder } from './suite/order.ts'
import { WAIT } from './suite/patience.ts'
import { results } from './suite/results.ts'
import { leftOut } from './suite/sample.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  root,
  cacheDir: '.cache/vitest',
  plugins: [plantedFault(process.env.CUELIGHT_FAULT)],
  test: {
    fsModuleCache: true,
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: [...configDefaults.exclude, ...leftOut(root)],
    setupFiles: ['test/support/removeFolders.ts', 'test/support/leftovers.ts', 'test/support/endings.ts'],
    // A worker loads the sources and the browser once for all its files: our modules have no state.
    isolate: false,
    // These limits end hung tests, even when another process uses both cores; they measure nothing.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: WAIT },
    reporters: ['default', results()],
    sequence: { sequencer: InOrder },
    // The CI machines have two cores: while one test file waits, a third can use its core.
    maxWorkers: 3,
  },
})
