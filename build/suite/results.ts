import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { env } from 'node:process'
import type { Reporter, TestModule } from 'vitest/node'

/** The result of a test run. */
export interface Results {
  passed: number
  skipped: number
  /** Files with a failed test, or that could not be loaded; paths from the project root, names as in Vitest. */
  failed: { file: string; names: string[]; passed: number; skipped: number }[]
  /** Errors outside of any test, such as unhandled rejections. Their cause is unknown, so no retry excuses them. */
  unhandled: number
  files: string[]
}

/**
 * Prints when each file starts, so that a truncated log shows how far it got, and writes the result to the file named
 * by CUELIGHT_RESULTS.
 */
export function results(): Reporter {
  let total = 0
  let begun = 0
  let from = 0
  return {
    onTestRunStart(specifications) {
      total = specifications.length
      from = performance.now()
    },
    onTestModuleStart(module) {
      begun += 1
      const seconds = Math.round((performance.now() - from) / 1000)
      if (total > 1) console.log(`▸ ${begun} of ${total}, after ${seconds} s: ${fileOf(module)}`)
    },
    onTestRunEnd(modules, unhandled) {
      if (env.CUELIGHT_RESULTS) writeFileSync(env.CUELIGHT_RESULTS, JSON.stringify(summed(modules, unhandled.length)))
    },
  }
}

const fileOf = (module: TestModule) => relative(module.project.config.root, module.moduleId).replaceAll('\\', '/')

function summed(modules: readonly TestModule[], unhandled: number): Results {
  const all = modules.map((module) => {
    const tests = [...module.children.allTests()]
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const names = inState('failed').map(({ fullName }) => fullName)
    // A suite's hook or the file itself may fail without any test failing.
    const broken = !module.ok() && names.length === 0
    return {
      file: fileOf(module),
      names: broken ? ['(the file itself)'] : names,
      passed: inState('passed').length,
      skipped: inState('skipped').length,
    }
  })
  const sum = (field: 'passed' | 'skipped') => all.reduce((so, one) => so + one[field], 0)
  return {
    passed: sum('passed'),
    skipped: sum('skipped'),
    failed: all.filter(({ names }) => names.length > 0),
    unhandled,
    files: all.map(({ file }) => file),
  }
}
