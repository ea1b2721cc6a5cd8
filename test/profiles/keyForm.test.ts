import { expect, test } from 'vitest'
import { refuseKeyIn } from '../../electron/core/profiles/keys.ts'

const PREFIX = '$acme-'
const KEY = '$acme-0123456789abcdef'
const at = (segment: string) => `https://live.example/${segment}/v1/external`

test.each([
  ['this very key', at(KEY), KEY],
  ['this very key, escaped', at(encodeURIComponent(KEY)), KEY],
  ['another key of this deployment', at('$acme-fedcba9876543210'), KEY],
  ['a key of this deployment, with none given', at('%24acme-fedcba9876543210'), undefined],
])('an address with %s is refused', (_, baseUrl, key) => {
  expect(() => refuseKeyIn(baseUrl, key, PREFIX)).toThrow('invalid')
})

test('an address without one is not', () => {
  for (const segment of ['gateway', '$acme-live', 'acme']) refuseKeyIn(at(segment), KEY, PREFIX)
})
