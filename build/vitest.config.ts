import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { plantedFault } from './plantedFault.ts'
import { InOrder } from './suite/order.ts'
import { WAIT } from './suite/patience.ts'
import { results } from './suite/results.ts'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  cacheDir: '.cache/vitest',
  plugins: [plantedFault(process.env.CUELIGHT_FAULT)],
  test: {
    fsModuleCache: true,
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    setupFiles: ['test/support/removeFolders.ts', 'test/support/leftovers.ts', 'test/support/endings.ts'],
    // A worker loads the sources and the browser once for all its files: nothing of ours lives in a module.
    isolate: false,
    // They end what hangs, also beside another process that takes both cores; nothing is measured by them.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: WAIT },
    reporters: ['default', results()],
    sequence: { sequencer: InOrder },
    // The machines that judge have two cores: a file that waits leaves its core to the third.
    maxWorkers: 3,
  },
})
