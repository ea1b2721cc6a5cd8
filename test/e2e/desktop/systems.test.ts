/** The desktop app on systems that differ, as the stand-in tells them (`test/fakes/electron/facts.ts`). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PORTAL_HOTKEYS } from '../../../shared/hotkeys/hotkeys.ts'
import { keychainIn } from '../../profiles/desk.ts'
import { type SecretService, startSecretService } from '../../profiles/secretService.ts'
import { tally } from '../stagehand.ts'
import { type DesktopApp, pressHotkey, probed } from './driver.ts'
import { ON } from './launch.ts'
import { apart, cuelight, openShow, shows, until } from './stage.ts'

/** Asks the core as a page does. */
async function ask(app: DesktopApp, command: object): Promise<void> {
  const main = await app.page('main')
  await tally(main, 'off')
  await main.evaluate(
    (text) => (globalThis as unknown as { cuelight: { post(text: string): void } }).cuelight.post(text),
    JSON.stringify({ type: 'command', id: crypto.randomUUID(), command }),
  )
}

describe(`${ON}: the keychain`, () => {
  let secrets: SecretService
  beforeAll(async () => {
    secrets = await startSecretService()
  })
  afterAll(() => secrets.close())

  // On Windows an Electron process reads nothing from its standard input.
  test.each(['x11', 'windows'])('%s: a key is kept by a process of Electron’s own', async (system) => {
    const { app, service } = await openShow({}, { env: { ...secrets.env, STAND_IN: system } })
    const { baseUrl, key } = service
    const name = `Kept on ${system}`
    await ask(app, { type: 'createProfile', name, baseUrl, key })
    const profile = await until(() => {
      const { profiles } = JSON.parse(readFileSync(join(app.dataDir, 'settings.json'), 'utf8'))
      const found = profiles.find((one: { name: string }) => one.name === name)
      expect(found).toBeDefined()
      return found.id as string
    })
    await until(async () =>
      expect(await keychainIn(secrets.env).get(profile, 'quietly')).toEqual({ is: 'found', key }),
    )
    expect(app.stderr()).toBe('')
  })
})

describe.each(['gnome', 'kde'])(`${ON}: keys on Wayland (%s)`, (system) => {
  const wayland = { args: ['--hidden'], env: { STAND_IN: system } }

  test('each key does its own deed, and no other', async () => {
    const { app, counted } = await openShow({}, wayland)
    const { hotkeys } = await probed(app)
    // All the keys that are asked for are told apart: otherwise the last one's deed would be done by each.
    expect(hotkeys).toEqual(Object.values(PORTAL_HOTKEYS).filter((key) => key !== null))
    await pressHotkey(app, PORTAL_HOTKEYS.goLive ?? '')
    await apart()
    await pressHotkey(app, PORTAL_HOTKEYS.goLive ?? '')
    await shows(app, /On air: /)
    expect(counted()).toEqual([1, 0])
  })

  test('a press is answered by a notification, and no window takes the keyboard', async () => {
    const { app } = await openShow({}, wayland)
    await app.page('overlay')
    await pressHotkey(app, PORTAL_HOTKEYS.goLive ?? '')
    await until(async () => expect((await probed(app)).notifications.at(-1)?.title).toContain('ARMED: Press again'))
    const shown = () =>
      app.evaluate(
        ({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => [one.isVisible(), one.isFocused()]),
        null,
      )
    expect(await shown()).toEqual([[false, false]])
  })

  test('where the quick panel is asked for, the main window comes: no other can be placed', async () => {
    const { app } = await openShow({}, wayland)
    await cuelight(app, 'show')
    const main = await app.page('main')
    await ask(app, { type: 'showWindow', window: 'quick' })
    await tally(main, 'off')
    expect((await app.pages()).map((page) => new URL(page.url()).searchParams.get('page')).sort()).toEqual([
      'main',
      'overlay',
    ])
  })
})
