import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { kill } from '../../../build/suite/leftovers.ts'
import { WAIT } from '../../../build/suite/patience.ts'
import type { IndependentOptions } from '../../fakes/independent/options.ts'
import { startIndependentServer } from '../../fakes/independent/server.ts'
import { newDir } from '../../fakes/rig.ts'
import { processesOn } from '../../studio/processes.ts'
import { atEnd, closing } from '../../support/atEnd.ts'
import { wentLiveBefore } from '../app.ts'
import { clickTray, type DesktopApp, type LaunchOptions, type ShownItem, trayMenu } from './driver.ts'
import { launchDesktop } from './launch.ts'

/**
 * Ends the app and the studio it may leave, so that nothing of a test continues after it. Chromium's helpers get the
 * folder in a switch, and sometimes outlive a browser that was killed during its start.
 */
export async function sweep({ dataDir, end }: DesktopApp): Promise<void> {
  await end('SIGKILL')
  for (const pid of [...processesOn(dataDir), ...processesOn(`--user-data-dir=${dataDir}`)]) kill(pid)
}

/** Starts the app; it ends with the test. */
export async function openDesktop(options: LaunchOptions = {}): Promise<DesktopApp> {
  const app = await launchDesktop(options)
  atEnd(() => sweep(app))
  await shows(app, /Nothing is on air|On air/)
  return app
}

/** A service that shares no code with us, and the app connected to it. */
export async function openShow(options: IndependentOptions = {}, launch: LaunchOptions = {}) {
  const service = closing(await startIndependentServer({ preparingMs: 1, ...options }))
  const dataDir = newDir()
  wentLiveBefore(dataDir, service.baseUrl)
  const app = await openDesktop({
    ...{ dataDir, ...launch },
    args: ['--base-url', service.baseUrl, ...(launch.args ?? [])],
    env: { CUELIGHT_API_KEY: service.key, ...launch.env },
  })
  const counted = () => [service.count('POST', /\/live$/), service.count('POST', /\/live\/stop$/)]
  return { app, service, counted }
}

/** Waits until `look` no longer throws. */
export const until = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, WAIT)

const flat = (items: ShownItem[]): ShownItem[] => items.flatMap((item) => [item, ...flat(item.items)])

/** All text in the tray's menu. */
async function menuText(app: DesktopApp): Promise<string> {
  return flat(await trayMenu(app))
    .map(({ label, sublabel }) => [label, sublabel].filter(Boolean).join(' · '))
    .join('\n')
}

/** Waits until the tray's menu contains this text. */
export const shows = (app: DesktopApp, text: RegExp | string): Promise<void> =>
  until(async () => {
    const menu = await menuText(app)
    if (typeof text === 'string') expect(menu).toContain(text)
    else expect(menu).toMatch(text)
  })

/** Waits until the tray's menu no longer contains this text. */
export const hides = (app: DesktopApp, text: string): Promise<void> =>
  until(async () => expect(await menuText(app)).not.toContain(text))

/** Waits until an item can be clicked, and clicks it. */
export const click = (app: DesktopApp, ...path: string[]): Promise<void> => until(() => clickTray(app, ...path))

/** Presses of one input less than 400 ms apart count as one press. */
export const apart = () => new Promise((resolve) => setTimeout(resolve, 600))

/** Goes live by the tray. */
export async function goLive(app: DesktopApp): Promise<void> {
  await click(app, 'Go live')
  await apart()
  await click(app, 'Go live now')
  await shows(app, /On air: /)
}

/** The command line as built, in its own process. */
export function cuelight(app: DesktopApp, ...args: string[]) {
  const cli = join(import.meta.dirname, '../../../.dist/main/cli.mjs')
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [cli, ...args, '--data-dir', app.dataDir], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}
