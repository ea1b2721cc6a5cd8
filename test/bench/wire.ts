import { fork } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Bottleneck from 'bottleneck'
import PQueue from 'p-queue'
import { Agent, request } from 'undici'
import { connectService, openAccounts } from '../../electron/app/connectService.ts'
import { type Dispatch, dispatchAs } from '../../electron/app/dispatch.ts'
import { createCore } from '../../electron/core/core.ts'
import { firstDesktopState } from '../../electron/shell/desktopState.ts'
import { createHotkeys } from '../../electron/shell/hotkeys/hotkeys.ts'
import { systemClock } from '../../electron/util/time.ts'
import { DEFAULT_HOTKEYS } from '../../shared/hotkeys/hotkeys.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { newDir } from '../fakes/rig.ts'
import { Keyboard } from '../shell/keyboard.ts'
import { putOnAir } from './onAir.ts'
import { type Bench, judged, percentile, type Row, rowsOf } from './rows.ts'

/** One way to send a command. `go` resolves when its response is in. */
export interface WireSubject {
  name: string
  go(): Promise<unknown>
  close(): Promise<unknown>
}

export interface Place {
  baseUrl: string
  dir: string
}

const KEY = 'svc_bench'
const HEADERS = { authorization: `Bearer ${KEY}`, accept: 'application/json' }
const pathOf = (baseUrl: string) => `${baseUrl}/projects/p1/live/sync`

/** The baseline for all: the same request with nothing around it. */
function bareUndici({ baseUrl }: Place): WireSubject {
  const dispatcher = new Agent()
  return {
    name: 'bare undici',
    go: async () => (await request(pathOf(baseUrl), { method: 'POST', headers: HEADERS, dispatcher })).body.json(),
    close: () => dispatcher.close(),
  }
}

/** All of Cuelight: dispatcher, guard, journal on disk, client, limiter and lease on disk. */
function wholeCore({ baseUrl, dir }: Place): WireSubject {
  const { core, skip, close } = liveCore(baseUrl, join(dir, 'core'))
  let count = 0
  return {
    name: 'cuelight',
    async go() {
      count += 1
      // The budget is real and shared with reads, more so on a slow machine, so the clock skips minutes.
      if (count % 20 === 0) skip(61_000)
      doneOr(await core.dispatch(`press ${count}`, { type: 'sync', liveId: 'l1' }, 'hotkey'))
    },
    close,
  }
}

/** The same from the system's hotkey callback on: includes telling held keys apart and replying to the overlay. */
function wholeCoreByHotkey({ baseUrl, dir }: Place): WireSubject {
  const { core, clock, skip, close } = liveCore(baseUrl, join(dir, 'hotkeys'))
  const [keyboard, send] = [new Keyboard(), dispatchAs(core, 'hotkey')]
  core.store.change((draft) => {
    draft.desktop = firstDesktopState(process, core.settings.get().desktop)
  })
  let answered = (_: Outcome) => {}
  const act: Dispatch = async (command) => {
    const outcome = await send(command)
    answered(outcome)
    return outcome
  }
  const hotkeys = createHotkeys({ core, clock, act, grabs: keyboard, platform: 'linux', onWayland: false, log })
  return {
    name: 'cuelight, by hotkey',
    async go() {
      // Any sooner, it would count as the same press.
      skip(1_200)
      const outcome = new Promise<Outcome>((resolve) => {
        answered = resolve
      })
      keyboard.strike(DEFAULT_HOTKEYS.sync ?? '')
      doneOr(await outcome)
    },
    async close() {
      hotkeys.stop()
      await close()
    },
  }
}

const log = (line: string) => process.stderr.write(`${line}\n`)

function doneOr(outcome: Outcome): void {
  if (outcome.result !== 'done') throw new Error(`not done: ${JSON.stringify(outcome)}`)
}

/** A core whose show is on air, on a clock that can skip minutes. */
export function liveCore(baseUrl: string, dir: string) {
  const { clock, skip } = skippingClock()
  const core = createCore({ dataDir: dir, clock, version: '0.0.0', log })
  putOnAir(core)
  const accounts = openAccounts({ dataDir: dir, clock, log })
  core.connect(connectService({ baseUrl, account: 'bench', key: KEY, accounts, clock }))
  const close = async () => {
    await core.close()
    accounts.close()
  }
  return { core, clock, skip, close }
}

/** p-queue around fetch, with its interval counting but never limiting. */
function queueWithFetch({ baseUrl }: Place): WireSubject {
  const queue = new PQueue({ intervalCap: 1_000_000, interval: 60_000, concurrency: 10 })
  const go = () => queue.add(async () => (await fetch(pathOf(baseUrl), { method: 'POST', headers: HEADERS })).json())
  return { name: 'p-queue + fetch', go, close: async () => queue.pause() }
}

/** bottleneck around undici, with a reservoir that never empties here. */
function bottleneckWithUndici(place: Place): WireSubject {
  const bare = bareUndici(place)
  const limiter = new Bottleneck({ reservoir: 1_000_000, maxConcurrent: 10 })
  return {
    name: 'bottleneck + undici',
    go: () => limiter.schedule(() => bare.go()),
    close: async () => {
      await limiter.disconnect()
      await bare.close()
    },
  }
}

/** Real time, on a clock that can skip minutes. */
export function skippingClock(): { clock: Clock; skip: (ms: number) => void } {
  let skipped = 0
  const { now, monotonic, after } = systemClock
  const clock: Clock = {
    now: () => now() + skipped,
    monotonic: () => monotonic() + skipped,
    after: (ms, callback) => after(Math.min(ms, 2 ** 31 - 1), callback),
  }
  const skip = (ms: number) => {
    skipped += ms
  }
  return { clock, skip }
}

const WARM_UP = 300
const ROUNDS = 3_000
const OURS = ['cuelight', 'cuelight, by hotkey']

/** From a command to its bytes on the wire, including everything before sending, next to a bare request. */
export const wireBench: Bench = {
  name: 'wire',
  asShipped: true,
  async run() {
    const dir = newDir()
    const child = fork(join(import.meta.dirname, 'wireServer.ts'))
    const [port] = await once(child, 'message')
    const place: Place = { baseUrl: `http://127.0.0.1:${port}/v1/external`, dir }
    const subjects = [wholeCore, wholeCoreByHotkey, bareUndici, queueWithFetch, bottleneckWithUndici].map((make) =>
      make(place),
    )
    try {
      return told(await measure(subjects))
    } finally {
      for (const subject of subjects) await subject.close()
      child.disconnect()
      rmSync(dir, { recursive: true })
    }
  },
}

/** Times to the wire in ms by subject. The subjects alternate, so that other load on the machine affects all alike. */
async function measure(subjects: readonly WireSubject[]): Promise<Map<string, number[]>> {
  const times = new Map(subjects.map((subject) => [subject.name, [] as number[]]))
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    if (round % 500 === 0) process.stderr.write(`wire: round ${round} of ${WARM_UP + ROUNDS}\n`)
    for (const subject of subjects) {
      const ms = await timeToWire(subject)
      if (round >= WARM_UP) times.get(subject.name)?.push(ms)
    }
  }
  return times
}

/** undici (also inside Node's fetch) publishes to this channel when it writes a request's head to the socket. */
const ON_WIRE = 'undici:client:sendHeaders'

/** Ms from a command to its bytes on the wire. */
export async function timeToWire(subject: WireSubject): Promise<number> {
  let onWire = Number.NaN
  // Background reads write heads too: only the command's counts.
  const mark = (message: unknown) => {
    if ((message as { request: { method: string } }).request.method === 'POST') onWire = performance.now()
  }
  subscribe(ON_WIRE, mark)
  const start = performance.now()
  await subject.go()
  unsubscribe(ON_WIRE, mark)
  // Real commands are more than a millisecond apart, so let the connection become idle.
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  return onWire - start
}

function told(times: Map<string, number[]>): Row[] {
  const bare = times.get('bare undici') ?? []
  return [...times].flatMap(([subject, own]) => {
    const added = own.map((ms, round) => ms - (bare[round] ?? 0))
    const ofSubject = rowsOf('wire', 'a show command, loopback', subject, 3)
    const row = (metric: string, value: number) => ofSubject(metric, value, 'ms')
    const judge = (one: Row, atMost: number) => (OURS.includes(subject) ? judged(one, { atMost }) : one)
    return [
      row('to the wire, p50', percentile(own, 0.5)),
      row('to the wire, p99', percentile(own, 0.99)),
      ofSubject('to the wire, p50 by bare undici', percentile(own, 0.5) / percentile(bare, 0.5), 'times'),
      judge(row('added to bare undici, p50', percentile(added, 0.5)), 1),
      judge(row('added to bare undici, p99', percentile(added, 0.99)), 5),
    ]
  })
}
