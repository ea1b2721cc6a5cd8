/** What the desktop app does on Windows and on macOS alone, run on the stand-in: there `process.platform` says so. */
import { describe, expect, test } from 'vitest'
import { defaultHotkeys } from '../../../shared/hotkeys/hotkeys.ts'
import { startIndependentServer } from '../../fakes/independent/server.ts'
import { newDir } from '../../fakes/rig.ts'
import { atEnd, closing } from '../../support/atEnd.ts'
import { wentLiveBefore } from '../app.ts'
import { tally } from '../stagehand.ts'
import { type DesktopApp, pressHotkey, probed } from './driver.ts'
import { launchDesktop, ON } from './launch.ts'
import { apart, sweep, until } from './stage.ts'

async function open(platform: 'win32' | 'darwin', args: readonly string[] = []) {
  const service = closing(await startIndependentServer({ preparingMs: 1 }))
  const dataDir = newDir()
  wentLiveBefore(dataDir, service.baseUrl)
  const app = await launchDesktop({
    ...{ dataDir, args: [`--base-url=${service.baseUrl}`, ...args] },
    env: {
      ...{ STAND_IN: platform === 'win32' ? 'windows' : 'macos', STAND_IN_PLATFORM: platform },
      ...{ CUELIGHT_API_KEY: service.key, APPDATA: dataDir, LOCALAPPDATA: newDir() },
    },
  })
  atEnd(() => sweep(app))
  return { app, counted: () => [service.count('POST', /\/live$/), service.count('POST', /\/live\/stop$/)] }
}

async function goLiveByKeys(app: DesktopApp, platform: string): Promise<void> {
  const key = defaultHotkeys(platform).goLive ?? ''
  await pressHotkey(app, key)
  await apart()
  await pressHotkey(app, key)
}

describe.runIf(ON.includes('stand-in'))('on the stand-in', () => {
  test.each(['win32', 'darwin'] as const)(
    '%s: it starts, its keys are taken, and it is quit with a question while on air',
    async (platform) => {
      const { app, counted } = await open(platform)
      const main = await app.page('main')
      await tally(main, 'off')
      expect((await probed(app)).hotkeys).toEqual(
        Object.values(defaultHotkeys(platform)).filter((key) => key !== null),
      )
      await goLiveByKeys(app, platform)
      await tally(main, 'live')
      expect(counted()).toEqual([1, 0])
      await app.evaluate(({ app }) => app.quit(), null)
      await main.getByRole('dialog').waitFor()
      expect(counted()).toEqual([1, 0])
      expect(app.stderr()).toBe('')
    },
  )

  test('macOS: it stands in the Dock while it has a window, and not for the tray alone', async () => {
    const { app } = await open('darwin', ['--hidden'])
    const isInDock = () => app.evaluate(({ app }) => app.dock?.isVisible() ?? null, null)
    await app.page('overlay')
    expect(await isInDock()).toBe(false)
    await app.evaluate(({ app }) => app.emit('activate'), null)
    await app.page('main')
    await until(async () => expect(await isInDock()).toBe(true))
  })
})
