/** The local studio and the independent server share no code: both behave alike in everything the contract says. */
import { describe, expect, test } from 'vitest'
import { SERVICE_CODES, type ServiceCode } from '../../../shared/contract/errors.ts'
import { Meanings } from '../../../shared/contract/meanings.ts'
import { operations } from '../../../shared/contract/operations.ts'
import { badInput } from './badInput.ts'
import { broadcasts } from './broadcasts.ts'
import { countFromZero, type Open, seen } from './kit.ts'
import { layers } from './layers.ts'
import { library } from './library.ts'
import { meanings } from './meanings.ts'
import { reports } from './reports.ts'
import { scenes } from './scenes.ts'
import { schedules } from './schedules.ts'
import { transport } from './transport.ts'

/** Every value of each meaning; for a number, one value and its absence. */
const VALUES = Object.entries(Meanings.shape).flatMap(([name, meaning]) => {
  const values = meaning.unwrap()
  return 'options' in values ? values.options.map((value) => `${name} ${value}`) : [`${name} null`, `${name} 3600`]
})

/** Checks everything the contract says on one server. `cannot`: codes it cannot produce, each with its reason. */
export function suite(open: Open, cannot: Partial<Record<ServiceCode, string>>): void {
  countFromZero()
  const themes = { broadcasts, schedules, scenes, layers, meanings, library, reports, badInput, transport }
  describe.each(Object.entries(themes))('%s', (_, theme) => theme(open))

  test('has been sent every operation, used with every meaning, and has refused with every code of the contract', () => {
    expect(VALUES.filter((value) => !seen.meanings.has(value))).toEqual([])
    const codes = Object.values(SERVICE_CODES).flat()
    expect(Object.keys(operations).filter((name) => !seen.operations.has(name as never))).toEqual([])
    expect(codes.filter((code) => !seen.codes.has(code)).toSorted()).toEqual(Object.keys(cannot).toSorted())
  })
}
