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
    setupFiles: ['test/support/removeFolders.ts', 'test/support/leftovers.ts'],
    // They end what hangs, also beside another process that takes both cores; nothing is measured by them.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: WAIT },
    reporters: ['default', results()],
    sequence: { sequencer: InOrder },
    // One a core of the machines that judge. A third might use what waiting files leave, but has not been tried on all.
    maxWorkers: 2,
  },
})
