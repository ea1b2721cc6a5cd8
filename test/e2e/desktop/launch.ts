/** Starts the desktop app for a spec: on real Electron where its binary is, else on the stand-in. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { newDir } from '../../fakes/rig.ts'
import type { DesktopApp, LaunchOptions } from './driver.ts'
import { launchElectron } from './launchElectron.ts'
import { launchStandIn } from './launchStandIn.ts'

/** What each of both needs to know. */
export interface Launch {
  readonly main: string
  readonly dataDir: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

const built = join(import.meta.dirname, '../../../.dist/main/main.mjs')
const NOT_THERE = 'not run on real Electron: no Electron binary'

/** Where Electron's program is: named by `ELECTRON_BIN`, or fetched by its package; null: there is none here. */
export function electronBinary(): string | null {
  const named = process.env.ELECTRON_BIN
  if (named) return named
  const place = join(dirname(createRequire(import.meta.url).resolve('electron/package.json')), 'dist')
  const names = ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron']
  return names.map((name) => join(place, name)).find((path) => existsSync(path)) ?? null
}

/** What a spec's results were seen on, for its title: nobody shall take the one for the other. */
export const ON = electronBinary() === null ? 'on the stand-in for Electron' : 'on Electron'

let said = false

/** Starts it with data of its own, unless it is told which. */
export function launchDesktop(options: LaunchOptions = {}): Promise<DesktopApp> {
  const { dataDir = newDir(), env = {}, main = built } = options
  if (!existsSync(main)) throw new Error('Cuelight is not built: run the tests by `npm test`, which builds it')
  const own = main === built ? ['--port', '0', '--data-dir', dataDir] : []
  const launch = { main, dataDir, env, args: [...own, ...(options.args ?? [])] }
  const binary = electronBinary()
  if (binary !== null) return launchElectron(binary, launch)
  if (!said) console.log(NOT_THERE)
  said = true
  return launchStandIn(launch)
}

/** Ms between two attempts to see what was not seen. */
const JOIN_AGAIN_MS = 2_000

/**
 * The page of this name, among those there are and those that come.
 *
 * @param joinAgain who joins while a page lies crashed never sees it again; this looks with new eyes
 */
export async function pageNamed(
  name: string,
  all: () => Promise<Page[]>,
  joinAgain: () => Promise<void> = async () => {},
): Promise<Page> {
  const start = performance.now()
  let joinAt = start + JOIN_AGAIN_MS
  for (;;) {
    const page = (await all()).find((one) => URL.parse(one.url())?.searchParams.get('page') === name)
    if (page) return page
    const now = performance.now()
    if (now > start + 15_000) throw new Error(`the window "${name}" has not opened`)
    if (now > joinAt) await joinAgain()
    if (now > joinAt) joinAt = now + JOIN_AGAIN_MS
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** What a process says, as it says it. */
export function collected(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}
