import type { Planted } from '../../build/plantedFault.ts'

/** A deliberate fault of our own, and the tests that must see it. */
export interface Fault extends Planted {
  /** A mistake that an engineer could make. */
  name: string
  /** Test files that must notice. */
  tests: string[]
  /** Would hurt a show most: planted with every `npm test`. */
  gravest?: true
}

/**
 * Reads faults written like this, what goes (`-`) and what comes in its place (`+`) as in a diff:
 *
 *     a mistake that an engineer could make (gravest)
 *       a file of ours, seen by tests that must notice
 *       - a piece of its source
 *       + the replacement; left out: nothing
 */
export function faultsOf(text: string): Fault[] {
  return text
    .trim()
    .split(/\n(?=\S)/)
    .map(faultOf)
}

function faultOf(written: string): Fault {
  const [head = '', place = '', ...lines] = written.split('\n')
  const [file = '', tests = ''] = place.trim().split(', seen by ')
  const name = head.replace(/ \(gravest\)$/, '')
  const signed = (sign: string) => lines.filter((line) => line.startsWith(`  ${sign} `)).map((line) => line.slice(4))
  const planted = { file, from: signed('-').join('\n'), to: signed('+').join('\n') }
  return { name, ...planted, tests: tests.split(' '), ...(name !== head && { gravest: true }) }
}
