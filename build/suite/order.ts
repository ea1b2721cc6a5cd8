import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, with the seconds that each took in a run of all: begun last, one of them would run on alone
 * while a core has nothing left to do. What each file took stands in the log of every run.
 */
export const LONGEST: Readonly<Record<string, number>> = {
  'test/e2e/capabilities.test.ts': 139,
  'test/e2e/crash.test.ts': 138,
  'test/e2e/desktop/standIn.test.ts': 98,
  'test/e2e/rehearsal.test.ts': 94,
  'test/e2e/desktop/doctor.test.ts': 55,
  'test/e2e/desktop/life.test.ts': 49,
  'test/e2e/show.test.ts': 41,
  'test/e2e/desktop/systems.test.ts': 37,
  'test/e2e/desktop/show.test.ts': 33,
  'test/e2e/projects.test.ts': 32,
  'test/screens/firstHalf.test.ts': 26,
  'test/screens/secondHalf.test.ts': 26,
  'test/e2e/flow.test.ts': 26,
  'test/e2e/screenReader.test.ts': 26,
  'test/e2e/keyboard.test.ts': 25,
}
/** What any other file takes, about. */
const SECONDS = 4

/** Files that mostly wait: for processes, for readings, for what takes its time on screen. */
const WAITING = /\/test\/(e2e|cli|localStudio|profiles)\//

/**
 * In which order a run takes its files: those that mostly wait among those that compute, each kind by the time it takes, so
 * that whoever runs beside a file that waits has a core to itself; of each kind those first that take longest.
 */
export function inOrder<T>(files: readonly T[], pathOf: (file: T) => string): T[] {
  const seconds = (file: T) =>
    Object.entries(LONGEST).find(([one]) => pathOf(file).endsWith(`/${one}`))?.[1] ?? SECONDS
  const placed = (kind: T[]) => {
    const total = kind.reduce((sum, file) => sum + seconds(file), 0)
    let before = 0
    return kind
      .toSorted((one, other) => seconds(other) - seconds(one))
      .map((file) => {
        const at = before / total
        before += seconds(file)
        return { file, at }
      })
  }
  const waits = (file: T) => WAITING.test(pathOf(file))
  return [...placed(files.filter(waits)), ...placed(files.filter((file) => !waits(file)))]
    .toSorted((one, other) => one.at - other.at)
    .map(({ file }) => file)
}

/** Vitest's own order (what failed last time, what took long, what is large), but for what we know of the files. */
export class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return inOrder(await super.sort(files), ({ moduleId }) => moduleId)
  }
}
