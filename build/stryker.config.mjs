/**
 * Stryker's mutants of the pure parts that decide what happens on air: who may act, what a lost answer means, what a
 * reading says, what the budget allows. `npm run faults` runs it, beside the faults of our own.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'electron/core/{commands/{guard,arms},polling/lostAnswers,state/{reducers,liveReducer}}.ts',
    'electron/service/budget/*.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'build/vitest.mutants.config.ts' },
  // It would rewrite the file by TypeScript's classic interface, which TypeScript 7 has not; nothing here needs it.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  // Wrong only while modules load: such a mutant would need a process of its own.
  ignoreStatic: true,
  ignorePatterns: ['.dist', '.cache'],
  incremental: true,
  incrementalFile: '.cache/stryker/incremental.json',
  tempDirName: '.cache/stryker/tmp',
  // Cores are two, and a machine may be busy: what is slow is not yet caught.
  concurrency: 2,
  timeoutMS: 30_000,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
