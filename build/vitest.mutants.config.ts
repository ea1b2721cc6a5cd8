import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** The tests that Stryker's mutants run against: pure decisions with a controlled clock. No process, no browser. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ['test/core/{arms,guard,lostStart,lostStop,truth}.test.ts', 'test/service/{limiter,simulation}.test.ts'],
  },
})
