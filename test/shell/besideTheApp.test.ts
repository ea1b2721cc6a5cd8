/** What the system asks on macOS of a process of our program that is not the app. */
import { EventEmitter } from 'node:events'
import { resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { answerForTheApp } from '../../electron/shell/besideTheApp.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'

test('a process beside the app stays out of the Dock, and opens the app for a click or a link', () => {
  const app = new EventEmitter()
  const did: unknown[] = []
  const asked = Object.assign(app, {
    setActivationPolicy: (policy: string) => void did.push(policy),
    ...{ setPath: () => {}, exit: () => {}, commandLine: { appendSwitch: () => {} } as never },
  })
  void answerForTheApp(asked, (program, args) => void did.push([program, ...args]))
  let prevented = false
  app.emit('activate')
  app.emit('open-url', { preventDefault: () => (prevented = true) }, 'cuelight://go-live')
  const bundle = resolve(process.execPath, '../../..')
  expect(did).toEqual([
    'prohibited',
    ['open', '-n', bundle],
    // Behind `--` nothing of a link can be a switch.
    ['open', '-n', bundle, '--args', '--', 'cuelight://go-live'],
  ])
  expect(prevented).toBe(true)
})

test('a process that finds no folder for Chromium does not get ready, and goes on', async () => {
  const paths: string[] = []
  const asked = Object.assign(new EventEmitter(), {
    ...{ setActivationPolicy: () => {}, exit: () => {}, commandLine: { appendSwitch: () => {} } as never },
    setPath: (_: string, path: string) => void paths.push(path),
  })
  const said = vi.spyOn(console, 'error').mockReturnValue()
  vi.stubEnv('TMPDIR', '/nowhere/at/all')
  vi.stubEnv('SSH_CONNECTION', undefined)
  const clock = new VirtualClock()
  const isReady = vi.fn()
  const answering = answerForTheApp(asked, () => {}, clock).then(isReady)
  try {
    clock.advance(2_000)
    await Promise.race([answering, vi.waitFor(() => expect(said).toHaveBeenCalled())])
  } finally {
    vi.unstubAllEnvs()
    said.mockRestore()
  }
  expect([paths, isReady.mock.calls]).toEqual([[], []])
})
