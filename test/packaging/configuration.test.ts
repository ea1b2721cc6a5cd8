/** The configuration of electron-builder, for what can only be checked there. */

import { statSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { packagingConfiguration } from '../../build/packaging/configuration.ts'
import { APP_ID, DESKTOP_ID, TOAST_IDS } from '../../shared/settings/appIds.ts'
import { type Packed, pack, read, top } from './kit.ts'

const configured = (environment = {}) => packagingConfiguration(top, environment)
const CERTIFICATE = { CSC_LINK: 'file:///certificate.p12', CSC_KEY_PASSWORD: 'pass-of-the-certificate' }
const APPLE = { APPLE_API_KEY: '/key.p8', APPLE_API_KEY_ID: 'id-of-the-key', APPLE_API_ISSUER: 'issuer' }
const FEED = { CUELIGHT_UPDATE_URL: 'https://updates.example/cuelight' }

// archive.test.ts checks that they are set in a program, and packaged.test.ts in a real one.
test('the fuses: no other program can run in ours, and only the archive as packed', () => {
  expect(configured().electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    enableCookieEncryption: false,
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
  })
})

test('a checkout has the same desktop id as the packages, because without it GNOME gives it no keys', () =>
  expect(JSON.parse(read(top, 'package.json'))).toMatchObject({ desktopName: `${DESKTOP_ID}.desktop` }))

test('an AppImage has no version in its name, so that an update replaces the file that login and command refer to', () =>
  expect(configured().appImage?.artifactName).toMatch(/^Cuelight-linux-\$\{arch\}\.\$\{ext\}$/))

test('the hardened runtime allows JIT compilation, and nothing else', () => {
  const path = configured(CERTIFICATE).mac?.entitlements ?? ''
  const keys = [...read(top, path).matchAll(/<key>(.+?)<\/key>\s*<(true|false)\/>/g)]
  expect(keys.map(([, key, value]) => `${key} ${value}`)).toEqual(['com.apple.security.cs.allow-jit true'])
  expect(configured(CERTIFICATE).mac?.entitlementsInherit).toBe(path)
})

test('macOS: signed, notarized and updated if the environment names a certificate and an Apple account', () => {
  const { mac, publish } = configured({ ...CERTIFICATE, ...APPLE, ...FEED })
  expect(mac).toMatchObject({ hardenedRuntime: true, notarize: true })
  for (const name of ['identity', 'publish']) expect(mac).not.toHaveProperty(name)
  expect(publish).toMatchObject({ provider: 'generic', url: FEED.CUELIGHT_UPDATE_URL })
})

test('macOS: unsigned without them, and then without an update feed, because it could not install updates', () => {
  const { mac } = configured({ ...APPLE, ...FEED })
  expect(mac).toMatchObject({ identity: '-', hardenedRuntime: false, notarize: false, publish: null })
})

test('macOS: one program for both kinds of processors, in the menu bar rather than the Dock', () => {
  const { mac } = configured()
  expect(mac?.target).toEqual([
    { target: 'dmg', arch: ['universal'] },
    { target: 'zip', arch: ['universal'] },
  ])
  expect(mac?.extendInfo).toEqual({
    LSUIElement: true,
    NSAppSleepDisabled: true,
    NSUserNotificationAlertStyle: 'alert',
  })
})

describe('the address of updates', () => {
  test('comes only from the environment', () => {
    expect(configured().publish).toBeNull()
    expect(configured(FEED).publish).toMatchObject({ url: FEED.CUELIGHT_UPDATE_URL })
  })

  test.each(['http://updates.example/', 'https://me:secret@updates.example/', 'updates.example'])(
    'is refused if it could belong to someone else: %s',
    (CUELIGHT_UPDATE_URL) => expect(() => configured({ CUELIGHT_UPDATE_URL })).toThrow('CUELIGHT_UPDATE_URL'),
  )
})

test('no certificate and no password gets into the configuration', () => {
  const text = JSON.stringify(configured({ ...CERTIFICATE, ...APPLE, ...FEED }))
  for (const secret of [...Object.values(CERTIFICATE), ...Object.values(APPLE)]) expect(text).not.toContain(secret)
})

test('cuelight links are registered on every system, and every system has its packages', () => {
  const { protocols, linux, win } = configured()
  expect(protocols).toEqual([{ name: 'Cuelight', schemes: ['cuelight'] }])
  expect(linux?.target).toEqual(['AppImage', 'deb', 'rpm'])
  expect(win?.target).toEqual(['nsis', 'portable'])
})

test('Windows: the installer registers links, and the uninstaller removes what Cuelight put elsewhere, but not during an update', () => {
  const script = read(top, configured().nsis?.include ?? '')
  const [install = '', uninstall = ''] = script.split('!macro customUnInstall')
  expect(install).toContain(String.raw`shell\open\command" "" '"$INSTDIR\Cuelight.exe" -- "%1"'`)
  expect(install).toContain('"URL Protocol"')
  const itsClass = `${String.raw`Software\Classes\CLSID`}\\${TOAST_IDS.installed}`
  const command = String.raw`WindowsApps\cuelight.cmd`
  for (const taken of [String.raw`Software\Classes\cuelight`, `"${APP_ID}"`, itsClass, command])
    expect(uninstall.indexOf(taken), taken).toBeGreaterThan(uninstall.search(/ifNot.*isUpdated/))
})

const AppImage = z.object({ desktop: z.string(), desktopFileName: z.string() })
const Fpm = z.tuple([z.array(z.string()), z.string()])

let packed: Packed
let appImage: z.output<typeof AppImage>
let packages: z.output<typeof Fpm>[]

beforeAll(async () => {
  packed = await pack('linux', { targets: ['AppImage', 'deb', 'rpm'] })
  const [first, ...others] = packed.calls
  appImage = AppImage.parse(first)
  packages = others.map((call) => Fpm.parse(call))
})
afterAll(() => packed?.remove())

test('cuelight links open Cuelight, in its sandbox, under the name of its windows', () => {
  expect(appImage.desktopFileName).toBe('app.cuelight.Cuelight.desktop')
  const opens = ['MimeType=x-scheme-handler/cuelight;', 'Exec=AppRun %U']
  for (const line of [...opens, 'StartupWMClass=app.cuelight.Cuelight', 'Icon=cuelight-desktop'])
    expect(appImage.desktop).toContain(`${line}\n`)
})

test('deb and rpm put the command on the PATH of every user, and the program where the command expects it', () => {
  const command = join(top, 'build/packaging/cuelight')
  expect(packages).toHaveLength(2)
  for (const [args] of packages) {
    expect(args).toContain(`${command}=/usr/bin/cuelight`)
    expect(args).toContain(`${packed.folder}/=/opt/Cuelight`)
    expect(args.some((arg) => arg.endsWith('.desktop=/usr/share/applications/app.cuelight.Cuelight.desktop'))).toBe(
      true,
    )
  }
  expect(statSync(command).mode & 0o111).toBe(0o111)
  expect(read(command)).toContain('exec /opt/Cuelight/resources/bin/cuelight "$@"')
})

test('an rpm requires the library of the keychain; a deb does so automatically', () =>
  expect(configured().rpm?.depends).toEqual(expect.arrayContaining(['gtk3', 'nss', '(libsecret or libsecret-1-0)'])))

test('no maker is given an option that switches the sandbox off', () =>
  expect(JSON.stringify(packed.calls)).not.toContain('no-sandbox'))

test('the keychain’s library is packed once in any case, because a universal app cannot be joined from halves with two', () => {
  const files = configured().mac?.files
  const leftOut = (path: string) =>
    [files].flat().some((one) => typeof one === 'string' && one[0] === '!' && matchesGlob(path, one.slice(1)))
  expect(leftOut('node_modules/keytar/build/Release/keytar.node')).toBe(true)
  expect(leftOut('node_modules/keytar/prebuilds/darwin-x64/keytar.node')).toBe(false)
})
