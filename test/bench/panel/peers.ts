import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { build, type Rolldown } from 'vite'
import { WebSocketServer } from 'ws'
import { PAGE_HEADERS } from '../../../electron/util/pageHeaders.ts'
import { type AppState, targetOf } from '../../../shared/state.ts'
import { appState, liveProject, offProject } from '../../renderer/states.ts'
import { withScenes } from '../../shell/trayKit.ts'

/** The same React, printing one line of the same WebSocket's message: the minimum cost of any such page. */
const BARE = `
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
const root = createRoot(document.getElementById('root'))
new WebSocket(location.href.replace('http', 'ws')).onmessage = ({ data }) =>
  flushSync(() => root.render(createElement('h1', null, JSON.parse(data).line)))
`

const page = (script: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>peer</title></head><body><div id="root"></div>${script}</body></html>`

/** Pages to compare with, served like ours. */
export type Peers = Awaited<ReturnType<typeof startPeers>>

/** Serves a bare and a blank page on loopback. */
export async function startPeers() {
  const script = await bundle()
  const server = createServer((request, response) => {
    const isScript = request.url === '/bare.js'
    const body = request.url === '/blank' ? page('') : page('<script type="module" src="/bare.js"></script>')
    response.writeHead(200, { ...PAGE_HEADERS, 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? script : body)
  })
  const sockets = new WebSocketServer({ server })
  let line = 'Nothing is on air'
  sockets.on('connection', (socket) => socket.send(JSON.stringify({ line })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    bare: `${origin}/bare`,
    blank: `${origin}/blank`,
    /** Changes the line of the bare page. */
    say(next: string) {
      line = next
      for (const socket of sockets.clients) socket.send(JSON.stringify({ line }))
    },
    async close(): Promise<void> {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bundle(): Promise<string> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const entry = {
    resolveId: (id: string) => (id === 'bare' ? id : null),
    load: (id: string) => (id === 'bare' ? BARE : null),
  }
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [{ name: 'bare', ...entry }],
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: 'bare' } },
  })
  if (before === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = before
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  return output[0].code
}

/** The size of the pages. */
export const VIEW = { viewport: { width: 1180, height: 820 } }

/** A page in its own context, with an empty cache and a script that runs in it first. */
export async function openedPage<Arg>(browser: Browser, url: string, script: (arg: Arg) => void, arg: Arg) {
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.addInitScript(script as never, arg)
  await page.goto(url)
  return page
}

/** Longer than any bench, so that no reading becomes stale during a measurement. */
const NEVER_STALE = { staleAfterMs: 24 * 3_600_000 }

/** Off air by the machine's own clock, which the measured pages use too. */
export const offAir = (scenes = 5): AppState =>
  appState({ ...offProject(Date.now()), ...NEVER_STALE, scenes: withScenes(scenes).scenes }, {}, Date.now())

/** On air, with this number of scenes. */
export function onAir(scenes = 5): AppState {
  const live = { ...liveProject(Date.now()), ...NEVER_STALE }
  return appState({ ...live, scenes: withScenes(scenes).scenes }, {}, Date.now())
}

/** Puts the scene at this place on air, as a switch with auto-sync does. */
export function switchTo(draft: AppState, at: number): void {
  const target = targetOf(draft)
  const sceneId = target?.scenes?.[at]?.id
  if (!target?.scenes || sceneId === undefined) return
  for (const scene of target.scenes) scene.isActive = scene.id === sceneId
  if (target.live?.status === 'LIVE') target.air = { sceneId, basis: 'service', at: Date.now() }
}
