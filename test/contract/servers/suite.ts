/** The local studio and the independent server know nothing of each other: what the contract says, both do alike. */
import { describe, expect, test } from 'vitest'
import { SERVICE_CODES, type ServiceCode } from '../../../shared/contract/errors.ts'
import { Meanings } from '../../../shared/contract/meanings.ts'
import { operations } from '../../../shared/contract/operations.ts'
import { badInput } from './badInput.ts'
import { broadcasts } from './broadcasts.ts'
import { type Open, seen } from './kit.ts'
import { layers } from './layers.ts'
import { library } from './library.ts'
import { meanings } from './meanings.ts'
import { reports } from './reports.ts'
import { scenes } from './scenes.ts'
import { schedules } from './schedules.ts'
import { transport } from './transport.ts'

/** Every value of each meaning; of what is a number, that it is told and that it is not. */
const VALUES = Object.entries(Meanings.shape).flatMap(([name, meaning]) => {
  const values = meaning.unwrap()
  return 'options' in values ? values.options.map((value) => `${name} ${value}`) : [`${name} null`, `${name} 3600`]
})

/** Everything the contract says, asked of one server. `cannot`: codes it cannot have, each with its reason. */
export function suite(open: Open, cannot: Partial<Record<ServiceCode, string>>): void {
  const themes = { broadcasts, schedules, scenes, layers, meanings, library, reports, badInput, transport }
  describe.each(Object.entries(themes))('%s', (_, theme) => theme(open))

  test('has been asked every operation, meant every value, and refused with every code of the contract', () => {
    expect(VALUES.filter((value) => !seen.meanings.has(value))).toEqual([])
    const codes = Object.values(SERVICE_CODES).flat()
    expect(Object.keys(operations).filter((name) => !seen.operations.has(name as never))).toEqual([])
    expect(codes.filter((code) => !seen.codes.has(code)).toSorted()).toEqual(Object.keys(cannot).toSorted())
  })
}
