import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, the longest first: begun last, one of them would run on alone while a core has nothing
 * left to do. What each file took stands in the log of every run.
 */
export const LONGEST: readonly string[] = [
  'test/screens/firstHalf.test.ts',
  'test/screens/secondHalf.test.ts',
  'test/e2e/capabilities.test.ts',
  'test/e2e/crash.test.ts',
  'test/e2e/rehearsal.test.ts',
  'test/e2e/desktop/show.test.ts',
  'test/e2e/desktop/standIn.test.ts',
  'test/e2e/desktop/life.test.ts',
  'test/e2e/show.test.ts',
  'test/e2e/playing.test.ts',
]

/** Files that mostly wait: for processes, for readings, for what takes its time on screen. */
const WAITING = /\/test\/(e2e|cli|localStudio|profiles)\//

/**
 * In which order a run takes its files: those that mostly wait spread evenly among those that compute, so that whoever
 * runs beside a file that waits has a core to itself; of each kind those first that take longest.
 */
export function inOrder<T>(files: readonly T[], pathOf: (file: T) => string): T[] {
  const rank = (file: T) => LONGEST.findIndex((one) => pathOf(file).endsWith(`/${one}`))
  const isLong = (file: T) => rank(file) >= 0
  const ranked = [
    ...files.filter(isLong).toSorted((one, other) => rank(one) - rank(other)),
    ...files.filter((file) => !isLong(file)),
  ]
  const waiting = ranked.filter((file) => WAITING.test(pathOf(file)))
  const computing = ranked.filter((file) => !WAITING.test(pathOf(file)))
  const placed = [waiting, computing].flatMap((kind) =>
    kind.map((file, at) => ({ file, at: (at + 0.5) / kind.length })),
  )
  return placed.toSorted((one, other) => one.at - other.at).map(({ file }) => file)
}

/** Vitest's own order (what failed last time, what took long, what is large), but for what we know of the files. */
export class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return inOrder(await super.sort(files), ({ moduleId }) => moduleId)
  }
}
