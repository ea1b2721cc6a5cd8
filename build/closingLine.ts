import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one plain line that people and machines can read. */
export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const broken = modules.filter((module) => module.errors().length > 0).length
    const count = (state: string) => states.filter((one) => one === state).length
    const skipped = count('skipped') ? `, ${count('skipped')} skipped` : ''
    console.log(`${count('passed')} passed, ${count('failed') + broken} failed${skipped}`)
  },
}
