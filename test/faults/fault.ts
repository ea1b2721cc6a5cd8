import type { Planted } from '../../build/plantedFault.ts'

/** A deliberate fault of our own, and the tests that must see it. */
export interface Fault extends Planted {
  /** What somebody might do wrong one day. */
  name: string
  /** Test files that must notice. */
  tests: string[]
  /** Would hurt a show most: planted with every `npm test`. */
  gravest?: true
}
