import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faults, fits } from './table.ts'

test('every deliberate fault still has its one place in the sources', () =>
  expect(faults.filter((fault) => !fits(fault)).map(({ name, file }) => `${name}: not once in ${file}`)).toEqual([]))

test('every test that is to notice one is there', () =>
  expect(faults.flatMap(({ tests }) => tests).filter((file) => !existsSync(file))).toEqual([]))
