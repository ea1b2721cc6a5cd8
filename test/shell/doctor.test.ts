/** How the doctor judges what a system reports, for checks that need no process. */
import { expect, test } from 'vitest'
import { judgeLaunched, judgePhones, tryCommand } from '../../electron/app/doctor.ts'
import { judgeTray } from '../../electron/shell/tray/host.ts'
import { NO_PHONES } from '../../shared/phone/phones.ts'
import { INSTALL_WORDS } from '../../shared/words/desktop/updates.ts'
import { folderForTest } from '../support/atEnd.ts'

const displays = [{ x: 0, y: 0, width: 1920, height: 1080 }]
const at = (x: number, y: number, size = 24) => ({ x, y, width: size, height: size })

test.each([
  ['a desktop that shows none', false, { ours: null, place: null }, 'doesNot'],
  ['one that does not say', null, { ours: null, place: null }, 'cannotTell'],
  ['Linux, ours on the list', true, { ours: true, place: null }, 'works'],
  ['Linux, ours not on the list', true, { ours: false, place: null }, 'doesNot'],
  ['Linux, no list', true, { ours: null, place: null }, 'cannotTell'],
  ['an icon in the taskbar', true, { ours: null, place: at(1700, 1050) }, 'works'],
  ['one that macOS parks beneath the screen', true, { ours: null, place: at(900, 1100) }, 'doesNot'],
  ['one without a size', true, { ours: null, place: at(0, 0, 0) }, 'doesNot'],
] as const)('the tray icon of %s', (_, shown, seen, state) =>
  expect(judgeTray(shown, { ...seen, displays })).toMatchObject({ state }),
)

// As `lsappinfo list` prints them.
const listed = (pid: number, type: string) =>
  ` 7) "Cuelight" ASN:0x0-0x5f05f: \n    bundleID="app.cuelight.desktop"\n    pid = ${pid} type="${type}" flavor=3\n`

test.each([
  ['in the background', listed(41, 'UIElement') + listed(42, 'BackgroundOnly'), 'works'],
  ['as an app beside ours', listed(41, 'BackgroundOnly') + listed(42, 'UIElement'), 'doesNot'],
  ['not at all', listed(421, 'Foreground'), 'works'],
  ['but the system does not say', null, 'cannotTell'],
] as const)('the studio is listed by macOS %s', (_, list, state) =>
  expect(judgeLaunched(list, 42)).toMatchObject({ state }),
)

/** A program that ends as ours does without a running Cuelight, or not. */
function program(code: number): [program: string, ...first: string[]] {
  return [process.execPath, '-e', `process.exit(${code})`, '--']
}

test.each([
  ['is not installed', { path: null, about: null }, 3, 'works'],
  [
    'cannot be installed, because the app will not be found again',
    { path: null, about: INSTALL_WORDS.notInApplications },
    3,
    'works',
  ],
  [
    'cannot be installed either, and the program fails',
    { path: null, about: INSTALL_WORDS.notInApplications },
    1,
    'doesNot',
  ],
  ['comes after another program', { path: null, about: 'another first' }, 3, 'doesNot'],
] as const)('the command line: where the command %s', async (...of) => {
  const [, installed, code, state] = of
  expect(await tryCommand(program(code), installed, folderForTest())).toMatchObject({ state })
})

test('phones: off works, on says where, until when and how many; what is not served or ends soon does not work', () => {
  const [now, day] = [Date.UTC(2026, 0, 1), 86_400_000]
  const at = (ends: number) => [{ url: 'https://192.168.1.20:4718/', fingerprint: 'AA', ends }]
  const on = { ...NO_PHONES, on: true, served: at(now + 400 * day) }
  expect(judgePhones(NO_PHONES, now)).toEqual({ state: 'works', detail: 'off' })
  expect(judgePhones(on, now)).toMatchObject({
    state: 'works',
    detail: expect.stringMatching(/4718.+until.+0 phones/),
  })
  expect(judgePhones({ ...on, served: at(now + 20 * day) }, now)).toMatchObject({ state: 'doesNot' })
  expect(judgePhones({ ...on, served: [], problem: 'taken' }, now)).toEqual({ state: 'doesNot', detail: 'taken' })
})
