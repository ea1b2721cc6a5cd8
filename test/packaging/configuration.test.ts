/** What is told to electron-builder, where the telling is all that can be seen here. */
import { describe, expect, test } from 'vitest'
import { packagingConfiguration } from '../../build/packaging/configuration.ts'
import { read, top } from './kit.ts'

const configured = (environment = {}) => packagingConfiguration(top, environment)
const CERTIFICATE = { CSC_LINK: 'file:///certificate.p12', CSC_KEY_PASSWORD: 'pass-of-the-certificate' }
const APPLE = { APPLE_API_KEY: '/key.p8', APPLE_API_KEY_ID: 'id-of-the-key', APPLE_API_ISSUER: 'issuer' }
const FEED = { CUELIGHT_UPDATE_URL: 'https://updates.example/cuelight' }

// That they are set in a program is seen in archive.test.ts, and in a real one by packaged.test.ts.
test('the fuses: no other program in ours, nothing runs but the archive as packed', () => {
  expect(configured().electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    enableCookieEncryption: true,
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
  })
})

test('the hardened runtime leaves us compiling as we run, and nothing else', () => {
  const path = configured(CERTIFICATE).mac?.entitlements ?? ''
  const keys = [...read(top, path).matchAll(/<key>(.+?)<\/key>\s*<(true|false)\/>/g)].map(([, key, value]) => [
    key,
    value,
  ])
  expect(keys).toEqual([['com.apple.security.cs.allow-jit', 'true']])
  expect(configured(CERTIFICATE).mac?.entitlementsInherit).toBe(path)
})

describe('macOS', () => {
  test('signed, notarized and updated where the environment names a certificate and an account of Apple', () => {
    const { mac, publish } = configured({ ...CERTIFICATE, ...APPLE, ...FEED })
    expect(mac).toMatchObject({ hardenedRuntime: true, notarize: true })
    expect(mac).not.toHaveProperty('identity')
    expect(mac).not.toHaveProperty('publish')
    expect(publish).toMatchObject({ provider: 'generic', url: FEED.CUELIGHT_UPDATE_URL })
  })

  test('signed by nobody where it names none: then it has no feed, for it could not install what it finds', () => {
    const { mac } = configured({ ...APPLE, ...FEED })
    expect(mac).toMatchObject({ identity: '-', hardenedRuntime: false, notarize: false, publish: null })
  })

  test('one program for both kinds of processors, in the menu bar rather than the Dock', () => {
    const { mac } = configured()
    expect(mac?.target).toEqual([
      { target: 'dmg', arch: ['universal'] },
      { target: 'zip', arch: ['universal'] },
    ])
    expect(mac?.extendInfo).toEqual({ LSUIElement: true })
  })
})

describe('the address of updates', () => {
  test('comes from the environment alone', () => {
    expect(configured().publish).toBeNull()
    expect(configured(FEED).publish).toMatchObject({ url: FEED.CUELIGHT_UPDATE_URL })
  })

  test.each(['http://updates.example/', 'https://me:secret@updates.example/', 'updates.example'])(
    'is refused where what comes from there could be another’s: %s',
    (CUELIGHT_UPDATE_URL) => {
      expect(() => configured({ CUELIGHT_UPDATE_URL })).toThrow('CUELIGHT_UPDATE_URL')
    },
  )
})

test('no certificate and no password gets into the configuration', () => {
  const text = JSON.stringify(configured({ ...CERTIFICATE, ...APPLE, ...FEED }))
  for (const secret of [...Object.values(CERTIFICATE), ...Object.values(APPLE)]) expect(text).not.toContain(secret)
})

test('links of ours are ours on every system, and every system has its packages', () => {
  const { protocols, linux, win } = configured()
  expect(protocols).toEqual([{ name: 'Cuelight', schemes: ['cuelight'] }])
  expect(linux?.target).toEqual(['AppImage', 'deb', 'rpm'])
  expect(win?.target).toEqual(['nsis', 'portable'])
})
