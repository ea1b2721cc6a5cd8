/** One Chromium an app, started with its first window. It ends when the app does: the pipe between them breaks. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { type Connection, connect } from './cdp.ts'

const CHROMIUM =
  process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : '/usr/bin/chromium-browser')

const FLAGS = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--no-startup-window'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // A microphone that sings, so that a page that is given one can be told from a page that is not.
  ...['--use-fake-device-for-media-stream', '--autoplay-policy=no-user-gesture-required'],
  // Whatever the app does not answer itself goes nowhere, loopback apart.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ...['--remote-debugging-pipe', '--remote-debugging-port=0'],
]

export interface Browser extends Connection {
  /** Where a test joins it. */
  endpoint(): Promise<string>
}

/** @param dir the app's own (`userData`): the browser keeps its things in a folder there */
export async function startBrowser(dir: string): Promise<Browser> {
  mkdirSync(dir, { recursive: true })
  const profile = mkdtempSync(join(dir, 'stand-in-'))
  const child = spawn(CHROMIUM, [...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the browser of the stand-in ended (${code})`)))
  })
  failed.catch(() => {})
  const [, , said, to, from] = child.stdio
  const joinedAt = addressIn(said as Readable)
  const connection = connect(to as Writable, from as Readable)
  await Promise.race([connection.session().send('Browser.getVersion'), failed])
  return { ...connection, endpoint: () => Promise.race([joinedAt, failed]) }
}

/** It says where it listens among much else, of buses that are not there. */
function addressIn(said: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    said.on('data', (chunk) => {
      text = (text + chunk).slice(-10_000)
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
      if (address) resolve(address)
    })
  })
}
