/** Starts the desktop app for a spec: on real Electron where its binary exists, else on the stand-in. */

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type Page } from 'playwright'
import { build } from 'vite'
import { plantedFault } from '../../../build/plantedFault.ts'
import { presentProgram } from '../../../build/setup/electron.mjs'
import { PATIENCE_MS } from '../../../build/suite/patience.ts'
import { newDir } from '../../fakes/rig.ts'
import { collect } from '../app.ts'
import type { DesktopApp, LaunchOptions } from './driver.ts'
import { launchStandIn } from './launchStandIn.ts'

const top = join(import.meta.dirname, '../../..')
const built = join(top, '.dist/main/main.mjs')
const faulty = join(top, '.cache/faulty')

/**
 * The main module of the app as built, or with a deliberate fault.
 *
 * @param fault a `Planted` as JSON, for a run that is expected to fail
 */
async function builtMain(fault: string | undefined): Promise<string> {
  if (!existsSync(built)) throw new Error('Cuelight is not built: run the tests by `npm test`, which builds it')
  if (!fault) return built
  const dir = join(faulty, createHash('sha256').update(fault).digest('hex').slice(0, 12))
  await bundle('main', dir, fault)
  await bundle('preload', dir, fault)
  // Files the bundle expects next to itself.
  link(join(top, '.dist/renderer'), join(dir, 'renderer'))
  link(join(top, 'build'), join(faulty, 'build'))
  return join(dir, 'main/main.mjs')
}

async function bundle(part: 'main' | 'preload', dir: string, fault: string): Promise<void> {
  await build({
    configFile: join(top, `build/vite.${part}.config.ts`),
    plugins: [plantedFault(fault)],
    build: { outDir: join(dir, part) },
  })
}

function link(to: string, from: string): void {
  mkdirSync(join(from, '..'), { recursive: true })
  if (!existsSync(from)) symlinkSync(to, from, 'junction')
}

const probe = join(import.meta.dirname, '../../fakes/electron/probe.cjs')

/**
 * Runs a main module on real Electron, not packaged, with the same probe. Never run on its author's machine, which had
 * no binary.
 */
async function launchElectron(binary: string, { main, dataDir, args, env }: Launch): Promise<DesktopApp> {
  // As root, Chromium cannot start its sandbox; everywhere else the sandbox is required.
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const environment = { ...process.env, ...env } as Record<string, string>
  const app = await _electron.launch({
    executablePath: binary,
    args: [...flags, '-r', probe, main, ...args],
    env: environment,
  })
  const child = app.process()
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const pages = async () => app.windows()
  return {
    kind: 'electron',
    ...{ dataDir, stdout, stderr, ended, pages },
    evaluate: (fn, arg) => app.evaluate(fn as never, arg) as never,
    page: (name) => pageNamed(name, pages),
    end(signal = 'SIGINT') {
      child.kill(signal)
      return ended
    },
    async startAgain(more = []) {
      const second = spawn(binary, [...flags, main, ...args, ...more], { env: environment })
      const [said, complained] = [collect(second.stdout), collect(second.stderr)]
      const [code] = await once(second, 'close')
      return { code, stdout: said(), stderr: complained() }
    },
  }
}

/** Parameters shared by both launchers. */
export interface Launch {
  readonly main: string
  readonly dataDir: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** The program a spec ran on, for its title, so that results are not attributed to the wrong one. */
export const ON = presentProgram() === null ? 'on the stand-in for Electron' : 'on Electron'

/** Starts it with its own data, unless given a data dir. */
export async function launchDesktop(options: LaunchOptions = {}): Promise<DesktopApp> {
  const { dataDir = newDir(), env = {} } = options
  const own = options.main === undefined ? ['--port', '0', '--data-dir', dataDir] : []
  const main = options.main ?? (await builtMain(process.env.CUELIGHT_FAULT))
  const launch = { main, dataDir, env, args: [...own, ...(options.args ?? [])] }
  const program = presentProgram()
  return program === null ? launchStandIn(launch) : launchElectron(program, launch)
}

/** Ms between two attempts to find a page that did not appear. */
const JOIN_AGAIN_MS = 2_000

/**
 * The page of this name, already open or opening later.
 *
 * @param joinAgain reconnects: a connection made while a page is crashed never sees that page again
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
    if (now > start + PATIENCE_MS) throw new Error(`the window "${name}" has not opened`)
    if (now > joinAt) await joinAgain()
    if (now > joinAt) joinAt = now + JOIN_AGAIN_MS
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
