/** Text from outside is cut to a length before any pattern is matched, and so is the output of a helper program. */
import { expect, it } from 'vitest'
import { answer } from '../../electron/core/keychain/answering.ts'
import { nameOfDisposition } from '../../electron/studio/files/bounds/names.ts'
import { BaseUrl } from '../../shared/settings/baseUrl.ts'

it('a base URL beyond any real length is refused as too long', () => {
  const { error } = BaseUrl.safeParse(`https://a/v1/external${'/'.repeat(60_000)}x`)
  expect(error?.issues[0]?.message).toBe('has more than 2000 characters')
  expect(BaseUrl.parse(` https://a/v1/external${'/'.repeat(20)} `)).toBe('https://a/v1/external')
})

it('the name of a download is looked for only within a plausible length', () => {
  expect(nameOfDisposition(`attachment; filename="${'a'.repeat(100_000)}`)?.length).toBe(100)
  expect(nameOfDisposition(`attachment; ${'x'.repeat(100_000)}; filename=a.mp4`)).toBeNull()
  expect(nameOfDisposition(`attachment; filename = "Titles.mp4"; ${'x'.repeat(100_000)}`)).toBe('Titles.mp4')
})

it('a keychain value or error longer than any key is not passed on', async () => {
  const long = 'x'.repeat(1_000_000)
  const keytar = {
    getPassword: async (): Promise<string | null> => long,
    setPassword: () => Promise.reject(new Error(long)),
    deletePassword: async () => true,
  }
  const asked = { service: 's', account: 'a' }
  const unlocked = async () => false
  const found = await answer(keytar, { ask: 'get', ...asked, manner: 'quietly' }, unlocked)
  expect(found).toEqual({ is: 'missing' })
  const kept = await answer(keytar, { ask: 'set', ...asked, key: 'svc_test' }, unlocked)
  expect(kept).toEqual({ is: 'none', message: 'x'.repeat(500) })
})
