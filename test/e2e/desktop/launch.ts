import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { nodeEnvironment, nodeFlags } from '../../../build/setup/nodeFlags.mjs'
import { newDir } from '../../fakes/rig.ts'
import type { DesktopApp, LaunchOptions } from './driver.ts'

const top = join(import.meta.dirname, '../../..')
const main = join(top, '.dist/main/main.mjs')
const register = join(top, 'test/fakes/electron/register.mjs')

/** Starts the app as built, on the stand-in. */
export async function launchStandIn({
  dataDir = newDir(),
  args = [],
  env = {},
}: LaunchOptions = {}): Promise<DesktopApp> {
  if (!existsSync(main)) throw new Error('Cuelight is not built: run the tests by `npm test`, which builds it')
  const child = fork(main, ['--port', '0', '--data-dir', dataDir, ...args], {
    execArgv: [...nodeFlags.slice(0, 1), '--import', register],
    env: { ...process.env, ...nodeEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)]
  const ask = asking(child, stderr)
  let browser: ReturnType<typeof chromium.connectOverCDP> | null = null
  void ended.then(async () => (await browser)?.close().catch(() => {}))
  return {
    kind: 'stand-in',
    ...{ dataDir, stdout, stderr, ended },
    evaluate: (fn, arg) => ask({ ask: 'evaluate', source: fn.toString(), arg }),
    async page(name) {
      browser ??= chromium.connectOverCDP(await ask<string>({ ask: 'endpoint' }))
      return pageIn(await browser, name)
    },
    async end(signal = 'SIGINT') {
      child.kill(signal)
      return ended
    },
  }
}

async function pageIn(browser: Awaited<ReturnType<typeof chromium.connectOverCDP>>, name: string): Promise<Page> {
  for (let tries = 0; tries < 200; tries++) {
    const pages = browser.contexts().flatMap((context) => context.pages())
    const page = pages.find((one) => one.url().includes(`page=${name}`))
    if (page) return page
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the window "${name}" has not opened`)
}

function asking(child: ChildProcess, stderr: () => string) {
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>()
  let nr = 0
  child.on('message', (message: { nr: number; value?: unknown; error?: string }) => {
    const one = waiting.get(message.nr)
    waiting.delete(message.nr)
    if (message.error === undefined) one?.resolve(message.value as never)
    else one?.reject(new Error(message.error))
  })
  child.once('exit', () => {
    for (const one of waiting.values()) one.reject(new Error(`the app has ended: ${stderr().slice(-2_000)}`))
  })
  return <T>(question: object): Promise<T> =>
    new Promise((resolve, reject) => {
      if (!child.connected) return reject(new Error(`the app has ended: ${stderr().slice(-2_000)}`))
      waiting.set(++nr, { resolve, reject })
      child.send({ nr, ...question }, (error) => error && reject(error))
    })
}

function collected(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}
