import type { Reporter, TestModule } from 'vitest/node'
import { presentProgram } from './setup/electron.mjs'

/** Specs of the desktop app: what they were seen on is said with their result. */
const DESKTOP = /[\\/]e2e[\\/]desktop[\\/]/

/** Ends a run with one plain line that people and machines can read. */
export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const broken = modules.filter((module) => module.errors().length > 0).length
    const count = (state: string) => states.filter((one) => one === state).length
    const skipped = count('skipped') ? `, ${count('skipped')} skipped` : ''
    if (modules.some(({ moduleId }) => DESKTOP.test(moduleId))) console.log(desktopLine())
    console.log(`${count('passed')} passed, ${count('failed') + broken} failed${skipped}`)
  },
}

function desktopLine(): string {
  if (presentProgram() !== null) return 'test/e2e/desktop: on Electron'
  return 'test/e2e/desktop: on the stand-in for Electron; not run on real Electron: no Electron binary'
}
