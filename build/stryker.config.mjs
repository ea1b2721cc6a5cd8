/**
 * Stryker mutates the pure parts that decide what happens on air: who may act, what a lost response means, what a
 * reading shows, what the budget allows. `npm run faults` runs it, besides our planted faults.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'electron/core/{commands/{guard,arms},polling/liveReducer,state/{reducers,lostAnswers}}.ts',
    'electron/service/budget/*.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'build/vitest.mutants.config.ts' },
  // Stryker would rewrite the file through TypeScript's classic API, which TypeScript 7 lacks; nothing here needs it.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  // Static mutants only run while modules load: each would need a process of its own.
  ignoreStatic: true,
  ignorePatterns: ['.dist', '.cache'],
  incremental: true,
  incrementalFile: '.cache/stryker/incremental.json',
  tempDirName: '.cache/stryker/tmp',
  // There are two cores, and the machine may be busy: a slow run must not count as a killed mutant.
  concurrency: 2,
  timeoutMS: 30_000,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
