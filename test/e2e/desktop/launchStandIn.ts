import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { nodeEnvironment, nodeFlags } from '../../../build/setup/nodeFlags.mjs'
import type { Answer, Question } from '../../fakes/electron/driven.ts'
import { collect } from '../app.ts'
import type { DesktopApp } from './driver.ts'
import { type Launch, pageNamed } from './launch.ts'

const fakes = join(import.meta.dirname, '../../fakes/electron')
const register = ['-r', join(fakes, 'register.ts')]
const probe = ['-r', join(fakes, 'probe.cjs')]

/** Runs a main module, unchanged, on the stand-in for Electron. */
export async function launchStandIn({ main, dataDir, args, env }: Launch): Promise<DesktopApp> {
  const start = (flags: string[], more: readonly string[] = []) =>
    fork(main, [...args, ...more], {
      execArgv: [...nodeFlags.slice(0, 1), ...register, ...flags],
      // The simulated desktop is not the one this runs on.
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/at/all', ...nodeEnvironment, ...env },
      // A Windows pipe is a file here, in the folder the app is started in.
      cwd: dataDir,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
  const child = start(probe)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const ask = asking(child, stderr)
  let browser: Promise<Browser> | null = null
  void ended.then(async () => (await browser)?.close().catch(() => {}))

  async function pages() {
    const endpoint = await ask<string | null>({ ask: 'endpoint' })
    if (endpoint === null) return []
    browser ??= chromium.connectOverCDP(endpoint)
    return (await browser).contexts().flatMap((context) => context.pages())
  }

  async function leave() {
    await (await browser)?.close()
    browser = null
  }

  return {
    kind: 'stand-in',
    ...{ dataDir, stdout, stderr, ended, pages },
    evaluate: (fn, arg) => ask({ ask: 'evaluate', source: fn.toString(), arg }),
    page: (name) => pageNamed(name, pages, leave),
    end(signal = 'SIGINT') {
      child.kill(signal)
      return ended
    },
    startAgain(more = []) {
      const second = start([], more)
      const [said, complained] = [collect(second.stdout), collect(second.stderr)]
      return new Promise((resolve) =>
        second.once('close', (code) => resolve({ code, stdout: said(), stderr: complained() })),
      )
    },
  }
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'nr'> : never

function asking(child: ChildProcess, stderr: () => string) {
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>()
  const gone = () => new Error(`the app has ended: ${stderr().slice(-2_000)}`)
  let nr = 0
  child.on('message', (message: Answer) => {
    const one = waiting.get(message.nr)
    waiting.delete(message.nr)
    if ('error' in message) one?.reject(new Error(message.error))
    else one?.resolve(message.value as never)
  })
  child.once('exit', () => {
    for (const one of waiting.values()) one.reject(gone())
  })
  return <T>(question: Unnumbered<Question>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (!child.connected) return reject(gone())
      waiting.set(++nr, { resolve, reject })
      child.send({ nr, ...question }, (error) => error && reject(error))
    })
}
