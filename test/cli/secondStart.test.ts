/** What a second start asks of the first one, which may be just starting, and may have a window. */
import { afterEach, expect, test, vi } from 'vitest'
import { showRunning } from '../../electron/app/secondStart.ts'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { listenForPrograms } from '../../electron/core/bridge/socketServer.ts'
import { stage } from '../core/stage.ts'
import { newDir } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd } from '../support/atEnd.ts'

const said: string[] = []
vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line))
afterEach(() => {
  said.length = 0
  process.exitCode = undefined
})

async function again(dataDir: string, more: { link?: string; headless?: boolean; clock?: VirtualClock } = {}) {
  const { link = null, headless = false, clock } = more
  const shown: string[] = []
  await showRunning({ dataDir, link, headless }, (address) => shown.push(address), { clock })
  return shown
}

const ADDRESS = 'http://127.0.0.1:1/?token=t'

async function first() {
  const on = await stage()
  const { core, dataDir } = on.rig
  const listen = async () => atEnd(await listenForPrograms(core, socketPath(dataDir), () => ADDRESS))
  return { on, listen, dataDir }
}

async function firstDesktop() {
  const windows: string[] = []
  const { on, listen, dataDir } = await first()
  on.rig.core.provide({ desktop: { show: (window: string) => windows.push(window) } as never })
  await listen()
  return { dataDir, windows }
}

test('one that holds its lock and does not listen yet is waited for', async () => {
  const { listen, dataDir } = await first()
  const shown = again(dataDir)
  await new Promise(setImmediate)
  await listen()
  expect([await shown, said]).toEqual([[ADDRESS], ['Cuelight is already running: this is its panel.']])
})

test('a desktop opens its window, and no address is printed', async () => {
  const { dataDir, windows } = await firstDesktop()
  const inFront = 'Cuelight is already running: its window is in front.'
  expect([await again(dataDir), windows, said]).toEqual([[], ['main'], [inFront]])
})

test('a callback that passes something on before the window opens runs once the first one has replied', async () => {
  const { dataDir, windows } = await firstDesktop()
  const options = { dataDir, link: null, headless: false }
  const met = vi.fn(() => expect(windows).toEqual([]))
  expect(await showRunning(options, () => {}, { atOnce: true, met })).toBe(true)
  expect([met.mock.calls.length, windows]).toEqual([1, ['main']])
})

test('with atOnce, no first one is waited for and nothing is printed', async () => {
  const met = vi.fn()
  const options = { dataDir: newDir(), link: 'cuelight://go-live', headless: false }
  // On a stopped clock, a wait would never end.
  expect(await showRunning(options, () => {}, { clock: new VirtualClock(), atOnce: true, met })).toBe(false)
  expect([met.mock.calls, said, process.exitCode]).toEqual([[], [], undefined])
})

test('one that needs no window is given an address, and the desktop opens nothing', async () => {
  const { dataDir, windows } = await firstDesktop()
  const panel = 'Cuelight is already running: this is its panel.'
  expect([await again(dataDir, { headless: true }), windows, said]).toEqual([[ADDRESS], [], [panel]])
})

test('a link is passed on first, and arms at most', async () => {
  const { on, listen, dataDir } = await first()
  await listen()
  await again(dataDir, { link: 'cuelight://go-live' })
  expect(on.rig.state().arm).toMatchObject({ act: 'goLive', mode: 'menu' })
  expect(on.starts()).toBe(0)
  expect(said[0]).toContain('Armed: Evening Show goes live')
})

test('an invalid link is refused and brings no window to the front, because any page can open one', async () => {
  const { dataDir, windows } = await firstDesktop()
  expect([await again(dataDir, { link: 'cuelight://nuke' }), windows, process.exitCode]).toEqual([[], [], 1])
  expect(said).toEqual([expect.stringContaining('Not understood: link')])
})

test('one that never responds is reported as such, and the start fails', async () => {
  const clock = new VirtualClock()
  const shown = again(newDir(), { clock })
  let over = false
  void shown.then(() => {
    over = true
  })
  while (!over) await clock.pass(100, 100)
  expect(clock.monotonic()).toBeGreaterThan(3_000)
  const holds = expect.stringContaining('Another Cuelight is using')
  expect([await shown, process.exitCode, said.join()]).toEqual([[], 1, holds])
})
