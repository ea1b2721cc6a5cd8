/**
 * electron-updater itself under our rules, against a feed on a real server. What needs Electron is another here: its
 * sockets are Node's, and that the app should end is only noted.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AppImageUpdater } from 'electron-updater'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import { expect, onTestFinished, test } from 'vitest'
import { firstDesktopState } from '../../electron/shell/desktopState.ts'
import { createUpdates } from '../../electron/shell/updates/updates.ts'
import { stage } from '../core/stage.ts'
import { folderForTest } from '../packaging/kit.ts'

const NEWER = '9.0.0'
const FILE = `Cuelight-${NEWER}-linux-x64.AppImage`
const PROGRAM = Buffer.from(`#!/bin/sh\n# ${'the newer Cuelight '.repeat(500)}\n`)

/** A feed as electron-builder writes it. @param hashed what the feed takes the sum of */
async function feed(hashed: Buffer) {
  const sha512 = createHash('sha512').update(hashed).digest('base64')
  const description = [
    `version: ${NEWER}`,
    `files:\n  - url: ${FILE}\n    sha512: ${sha512}\n    size: ${PROGRAM.length}`,
    `path: ${FILE}\nsha512: ${sha512}\nreleaseDate: '2026-11-21T00:00:00.000Z'`,
  ].join('\n')
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    const path = url.split('?')[0] ?? ''
    asked.push(path)
    const body = { '/feed/latest-linux.yml': description, [`/feed/${FILE}`]: PROGRAM }[path]
    response.writeHead(body ? 200 : 404).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`, asked }
}

/** Electron's network is not here: the same requests over Node's. */
class NodeSockets extends ElectronHttpExecutor {
  override createRequest(options: object, callback: (response: unknown) => void) {
    return request(options, callback) as unknown as ReturnType<ElectronHttpExecutor['createRequest']>
  }
}

/** An AppImage that is installed, and an updater of it that looks at a feed. */
function installedAppImage(url: string) {
  const dir = folderForTest()
  const program = join(dir, 'Cuelight.AppImage')
  writeFileSync(program, 'the older Cuelight')
  const before = process.env.APPIMAGE
  process.env.APPIMAGE = program
  onTestFinished(() => {
    if (before === undefined) delete process.env.APPIMAGE
    else process.env.APPIMAGE = before
  })
  const appUpdateConfigPath = join(dir, 'app-update.yml')
  writeFileSync(appUpdateConfigPath, `provider: generic\nurl: ${url}\nupdaterCacheDirName: cuelight-updater\n`)
  const updater = new AppImageUpdater(undefined, {
    ...{ version: '0.1.0', name: 'cuelight', isPackaged: true, appUpdateConfigPath },
    ...{ userDataPath: join(dir, 'data'), baseCachePath: join(dir, 'cache') },
    ...{
      whenReady: async () => {},
      relaunch() {},
      quit() {},
      onQuit: () => expect.fail('it would install by itself'),
    },
  })
  updater.logger = null
  Object.assign(updater, { httpExecutor: new NodeSockets() })
  return { updater, program, loaded: join(dir, 'cache/cuelight-updater/pending', FILE) }
}

async function updatesWith(updater: AppImageUpdater) {
  const { rig } = await stage()
  rig.core.store.change((draft) => {
    draft.desktop = firstDesktopState(process, rig.core.settings.get().desktop)
  })
  const { port, stop } = createUpdates({
    ...{ core: rig.core, clock: rig.clock, byHand: null, log: () => {}, restart: () => {} },
    loadUpdater: async () => updater,
  })
  onTestFinished(stop)
  const over = () => new Promise<void>((resolve) => rig.core.store.subscribe(() => isOver() && resolve()))
  const state = () => rig.state().desktop?.update
  const isOver = () => ['ready', 'held', 'failed'].includes(state()?.state ?? '')
  return { port, state, over }
}

test('a newer version of the feed is found, loaded whole, and lies ready; the program is as it was', async () => {
  const { url, asked } = await feed(PROGRAM)
  const { updater, program, loaded } = installedAppImage(url)
  const { port, state, over } = await updatesWith(updater)
  const ready = over()
  expect(await port.check()).toBe(NEWER)
  await ready
  expect(state()).toMatchObject({ state: 'ready', version: NEWER })
  expect(readFileSync(loaded)).toEqual(PROGRAM)
  expect(readFileSync(program, 'utf8')).toBe('the older Cuelight')
  expect(asked[0]).toBe('/feed/latest-linux.yml')
})

test('a file that is not the one the feed names is thrown away, and never installed', async () => {
  const { url } = await feed(Buffer.from('what was published'))
  const { updater, loaded } = installedAppImage(url)
  const { port, state, over } = await updatesWith(updater)
  const failed = over()
  await port.check()
  await failed
  expect(state()).toMatchObject({ state: 'failed', about: expect.stringContaining('sha512') })
  expect(existsSync(loaded)).toBe(false)
  await expect(port.install()).rejects.toMatchObject({ refusal: { reason: 'desktop' } })
})

test('an address where there is no feed fails in words', async () => {
  const { updater } = installedAppImage((await feed(PROGRAM)).url.replace('/feed', '/elsewhere'))
  const { port, state } = await updatesWith(updater)
  await expect(port.check()).rejects.toMatchObject({ refusal: { reason: 'desktop' } })
  expect(state()?.about).toMatch(/^Looking for a newer version failed: .*404/)
})
