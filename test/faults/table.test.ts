import { expect, test } from 'vitest'
import { faults, fits } from './table.ts'

test('every deliberate fault still has its one place in the sources', () =>
  expect(faults.filter((fault) => !fits(fault)).map(({ name, file }) => `${name}: not once in ${file}`)).toEqual([]))
