/** What the system asks on macOS of a process of our program that is not the app. */
import { EventEmitter } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { answerForTheApp } from '../../electron/shell/besideTheApp.ts'

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
