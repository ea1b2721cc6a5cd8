/** Which links and addresses an import may use, and the names of imported files. */
import { describe, expect, it } from 'vitest'
import { isPublicAddress, readLink, resolvePublic } from '../../../electron/studio/files/bounds/links.ts'
import { nameOfDisposition, nameOfLink, nameOfPath } from '../../../electron/studio/files/bounds/names.ts'
import { cleanName } from '../../../electron/studio/rules/world/names.ts'

const rules = { isAllowed: isPublicAddress, resolve: async () => [] }

describe('an address is public', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])(
    '%s is',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
  it.each(
    `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.168.1.1
      198.18.0.1 203.0.113.9 224.0.0.1 239.255.255.250 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1
      ::ffff:10.0.0.1 ::127.0.0.1 fe80::1 fe80::1%lo fc00::1 fd12::1 ff02::1 2002:7f00:1:: 2001::1 2001:db8::1
      64:ff9b::7f00:1 100::1 nonsense`.split(/\s+/),
  )('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a link is refused', () => {
  it.each([
    'ftp://example.com/a.mp4',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:video/mp4,x',
    'https://user@example.com/a.mp4',
    'https://user:secret@example.com/a.mp4',
    'http://127.0.0.1/a.mp4',
    'http://2130706433/a.mp4',
    'http://0x7f.1/a.mp4',
    'http://[::1]/a.mp4',
    'http://[::ffff:127.0.0.1]/a.mp4',
    'http://169.254.169.254/latest/meta-data',
    `https://example.com/${'x'.repeat(9_000)}`,
    'nonsense',
  ])('%s', (link) => {
    const refusal = expect(() => readLink(link, rules))
    refusal.toThrow(expect.objectContaining({ code: 'URL_NOT_ALLOWED' }))
    refusal.not.toThrow('secret')
  })

  it('when its name resolves to any address that is not public, or to none', async () => {
    const resolving = (...addresses: string[]) => {
      const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      return resolvePublic('example.com', { ...rules, resolve })
    }
    await expect(resolving('8.8.8.8', '10.0.0.1')).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' })
    await expect(resolving()).rejects.toMatchObject({ code: 'URL_NOT_RESOLVED' })
    await expect(resolving('8.8.8.8', '2606:4700::1')).resolves.toHaveLength(2)
  })
})

it.each([
  ['/a/b/Opening%20titles.mp4', 'Opening titles.mp4'],
  ['/%E2%80%AE4pm.exe', '4pm.exe'],
  ['/a%00b%0d%0ac', 'a b c'],
  ['/..%2f..%5cetc', 'etc'],
  ['/%E0%A4%A', '%E0%A4%A'],
  ['/', 'Untitled'],
  ['/%20%e2%80%8f', 'Untitled'],
  [`/${'😀'.repeat(300)}`, '😀'.repeat(100)],
])('the path %j gives the name %j', (path, name) => expect(nameOfLink(new URL(path, 'http://a'))).toBe(name))

it('the name of a path on this machine is not decoded like a link', () =>
  expect(nameOfPath('/a/100%25.mp4')).toBe('100%25.mp4'))

it.each([
  ['attachment; filename="a b.mp4"', 'a b.mp4'],
  ['attachment; filename=plain.mp4; x=y', 'plain.mp4'],
  ['attachment; filename="fallback.mp4"; filename*=UTF-8\'\'%C3%9Cber.mp4', 'Über.mp4'],
  ['attachment; filename="../../etc/pass\\"wd"', 'pass"wd'],
  ['attachment; filename="\u0001\u202e"', null],
  ['attachment', null],
  [undefined, null],
])('%j names a download %j', (header, name) => expect(nameOfDisposition(header)).toBe(name))

it('an unpaired surrogate does no harm', () => expect(cleanName('a\ud800b')).toBe('a\ufffdb'))
