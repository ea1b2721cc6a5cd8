import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The slowest files, with their seconds in a full run: started last, one of them would run on alone while a core is
 * idle. The log of every run has the time of each file.
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
/** The approximate seconds of any other file. */
const SECONDS = 4

/** Files that mostly wait: for processes, for readings, for animations. */
const WAITING = /\/test\/(e2e|cli|localStudio|profiles)\//

/**
 * The order of a run's files: those that mostly wait are spread among those that compute, each kind by its duration, so
 * that a file running beside a waiting one has a core to itself; within each kind the slowest come first.
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

/** Vitest's own order (recent failures, duration, size), overridden by what we know about the files. */
export class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return inOrder(await super.sort(files), ({ moduleId }) => moduleId)
  }
}
