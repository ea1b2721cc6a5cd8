/** Starts the desktop app for a spec: on real Electron where its binary is, else on the stand-in. */
import type { Page } from 'playwright'
import { presentProgram } from '../../../build/setup/electron.mjs'
import { newDir } from '../../fakes/rig.ts'
import { builtMain } from './built.ts'
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

/** What a spec's results were seen on, for its title: nobody shall take the one for the other. */
export const ON = presentProgram() === null ? 'on the stand-in for Electron' : 'on Electron'

/** Starts it with data of its own, unless it is told which. */
export async function launchDesktop(options: LaunchOptions = {}): Promise<DesktopApp> {
  const { dataDir = newDir(), env = {} } = options
  const own = options.main === undefined ? ['--port', '0', '--data-dir', dataDir] : []
  const main = options.main ?? (await builtMain(process.env.CUELIGHT_FAULT))
  const launch = { main, dataDir, env, args: [...own, ...(options.args ?? [])] }
  const program = presentProgram()
  return program === null ? launchStandIn(launch) : launchElectron(program, launch)
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
