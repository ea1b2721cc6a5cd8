import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openPairings } from '../../electron/remote/control/pairings.ts'
import { servePanel } from '../../electron/remote/panelServer.ts'
import { openSessions } from '../../electron/remote/sessions.ts'
import { newPairingCode, pairingKeysOf } from '../../electron/util/pairingKeys.ts'
import { openAddress } from '../fakes/panelPage.ts'
import { newDir } from '../fakes/rig.ts'
import { startStreamDeck } from '../fakes/streamDeck/application.ts'
import { type Bench, judged, percentile, rowsOf } from './rows.ts'
import { liveCore, timeToWire, type WireSubject } from './wire.ts'

const WARM_UP = 50
const ROUNDS = 500
/** What a deck may take longer than the panel, in ms. */
const AT_MOST = 1

/** A core on air with its panel's server; a page of the panel, and a Stream Deck with one key, both with a connection. */
async function stage(baseUrl: string, dir: string) {
  const { core, clock, skip, close } = liveCore(baseUrl, join(dir, 'core'))
  const sessions = openSessions(join(dir, 'core'), clock)
  const pairings = openPairings(sessions.file, clock)
  const panel = await servePanel({ core, sessions, pairings, pages: newDir(), port: 0, log: () => {} })
  const code = newPairingCode()
  await pairings.create({ name: 'Deck', scope: 'show', ...pairingKeysOf(code) })
  const { socket } = await openAddress(panel.newAddress())
  const deck = await startStreamDeck({ code, address: `ws://127.0.0.1:${panel.port}/control` })
  const key = deck.place('sync')
  while (
    key.lamp() === null ||
    key.lamp() === 'unknown' ||
    pairings.connections(pairings.list().pairings[0]?.id ?? '') === 0
  )
    await new Promise((resolve) => setTimeout(resolve, 20))

  /** Resolves once a command has its outcome. */
  const outcome = () =>
    new Promise<void>((resolve) => {
      const before = core.store.get().journal.at(-1)?.id
      const stop = core.store.subscribe(() => {
        const last = core.store.get().journal.at(-1)
        if (!last?.outcome || last.id === before) return
        stop()
        resolve()
      })
    })
  const command = { type: 'sync', projectId: 'p1', liveId: 'l1' }
  const subjectOf = (name: string, press: () => void): WireSubject => ({
    name,
    async go() {
      // The budget is real, so the clock skips its minutes.
      skip(4_000)
      const ended = outcome()
      press()
      await ended
    },
    close: async () => {},
  })
  return {
    panel: subjectOf('panel', () => socket.send(JSON.stringify({ type: 'command', id: randomUUID(), command }))),
    deck: subjectOf('Stream Deck', () => key.press()),
    async close() {
      await deck.close()
      socket.terminate()
      await panel.close()
      await sessions.written()
      await close()
    },
  }
}

/** From a press to the bytes on the wire: on a key of the Stream Deck, through the plugin's process, beside the panel. */
export const deckBench: Bench = {
  name: 'deck',
  async run() {
    const dir = newDir()
    const child = fork(join(import.meta.dirname, 'wireServer.ts'))
    const [port] = await once(child, 'message')
    const on = await stage(`http://127.0.0.1:${port}/v1/external`, dir)
    const times = { panel: [] as number[], deck: [] as number[] }
    try {
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
        for (const name of ['panel', 'deck'] as const) {
          const ms = await timeToWire(on[name])
          if (round >= WARM_UP) times[name].push(ms)
        }
    } finally {
      await on.close()
      child.disconnect()
      rmSync(dir, { recursive: true })
    }
    return [on.panel, on.deck].flatMap(({ name }, at) => {
      const own = at === 0 ? times.panel : times.deck
      const row = rowsOf('deck', 'a press, to the wire', name, 3)
      const more = own.map((ms, round) => ms - (times.panel[round] ?? 0))
      const rows = [row('p50', percentile(own, 0.5), 'ms'), row('p99', percentile(own, 0.99), 'ms')]
      return at === 0
        ? rows
        : [...rows, judged(row('more than the panel, p50', percentile(more, 0.5), 'ms'), { atMost: AT_MOST })]
    })
  },
}
