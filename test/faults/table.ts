import type { Planted } from '../../build/plantedFault.ts'

export interface Fault extends Planted {
  /** What somebody might do wrong one day. */
  name: string
  /** Test files that must notice. */
  tests: string[]
}

const arms = ['test/core/arms.test.ts']
const settling = ['test/core/settling.test.ts']

/** Deliberate faults of our own. `npm run faults` plants each and must see a test fail. */
export const faults: Fault[] = [
  {
    name: 'settle a lost start on the first OFFLINE',
    file: 'electron/core/settling.ts',
    from: '{ readings: 3, overMs: 30_000 }',
    to: '{ readings: 1, overMs: 0 }',
    tests: settling,
  },
  {
    name: 'settle a lost start on three quick OFFLINEs',
    file: 'electron/core/settling.ts',
    from: '{ readings: 3, overMs: 30_000 }',
    to: '{ readings: 3, overMs: 0 }',
    tests: settling,
  },
  {
    name: 'take the second step at any time',
    file: 'electron/core/arms.ts',
    from: 'if (now < one.from) return tooSoon(one, now)',
    to: '',
    tests: arms,
  },
  {
    name: 'count key repeat as presses',
    file: 'electron/core/arms.ts',
    from: 'one.from = now + PRESS_GAP_MS',
    to: '',
    tests: arms,
  },
]
