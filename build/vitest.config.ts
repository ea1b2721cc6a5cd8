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
    // Kept transforms know a plugin's name and not what it plants.
    fsModuleCache: !process.env.CUELIGHT_FAULT,
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // They end what hangs, also beside another process that takes both cores; nothing is measured by them.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: WAIT },
    reporters: ['default', results()],
    sequence: { sequencer: InOrder },
    // For two cores: what runs as built mostly waits, so with two workers a core would have nothing to do.
    maxWorkers: 3,
  },
})
