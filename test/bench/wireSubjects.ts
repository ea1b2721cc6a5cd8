import { join } from 'node:path'
import Bottleneck from 'bottleneck'
import PQueue from 'p-queue'
import { Agent, request } from 'undici'
import { connectService, openAccounts } from '../../electron/app/connectService.ts'
import { createCore } from '../../electron/core/core.ts'
import { firstDesktopState } from '../../electron/shell/desktopState.ts'
import { type Dispatch, dispatchAs } from '../../electron/shell/dispatch.ts'
import { createHotkeys } from '../../electron/shell/hotkeys/hotkeys.ts'
import { DEFAULT_HOTKEYS } from '../../shared/hotkeys/hotkeys.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { unreadProject } from '../../shared/state.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { Keyboard } from '../shell/keyboard.ts'

/** One way to send a command. `go` resolves when its answer is in. */
export interface WireSubject {
  name: string
  go(): Promise<unknown>
  close(): Promise<unknown>
}

export interface Place {
  baseUrl: string
  /** A temporary directory. */
  dir: string
}

const KEY = 'svc_bench'
const HEADERS = { authorization: `Bearer ${KEY}`, accept: 'application/json' }
const pathOf = (baseUrl: string) => `${baseUrl}/projects/p1/live/sync`

/** What everybody is measured against: the same request, with nothing around it. */
export function bareUndici({ baseUrl }: Place): WireSubject {
  const dispatcher = new Agent()
  return {
    name: 'bare undici',
    go: async () => (await request(pathOf(baseUrl), { method: 'POST', headers: HEADERS, dispatcher })).body.json(),
    close: () => dispatcher.close(),
  }
}

/** The whole of Cuelight: dispatcher, guard, journal on disk, client, limiter and lease on disk. */
export function wholeCore({ baseUrl, dir }: Place): WireSubject {
  const { core, skip, close } = liveCore(baseUrl, join(dir, 'core'))
  let count = 0
  return {
    name: 'cuelight',
    async go() {
      count += 1
      // The budget is real, and readings share it, the more the slower the machine: so minutes are skipped.
      if (count % 20 === 0) skip(61_000)
      doneOr(await core.dispatch(`press ${count}`, { type: 'sync', liveId: 'l1' }, 'hotkey'))
    },
    close,
  }
}

/** The same from the system's callback for a key on: held keys told apart, and the overlay answered, too. */
export function wholeCoreByHotkey({ baseUrl, dir }: Place): WireSubject {
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
  const hotkeys = createHotkeys({ core, clock, act, grabs: keyboard, platform: 'linux', env: {}, log })
  return {
    name: 'cuelight, by hotkey',
    async go() {
      // Sooner, it would be the same press.
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

/** A core whose show is on air, with minutes that can be skipped. */
function liveCore(baseUrl: string, dir: string) {
  const { clock, skip } = skippingClock()
  const core = createCore({ dataDir: dir, clock, version: '0.0.0', log })
  core.store.change((draft) => {
    const live = { ...NOTHING_KNOWN, status: 'LIVE', liveId: 'l1', readAt: clock.now() } as const
    draft.projects.p1 = { ...unreadProject('p1', 'Show'), live: { ...live, destinations: [] } }
    draft.targetId = 'p1'
  })
  const accounts = openAccounts({ dataDir: dir, clock, log })
  core.connect(connectService({ baseUrl, account: 'bench', key: KEY, accounts, clock }))
  const close = async () => {
    await core.close()
    accounts.close()
  }
  return { core, clock, skip, close }
}

const NOTHING_KNOWN = { startedAt: null, endsAt: null, viewers: null, peakViewers: null }

/** p-queue around fetch, with its interval counting at work but out of the way. */
export function queueWithFetch({ baseUrl }: Place): WireSubject {
  const queue = new PQueue({ intervalCap: 1_000_000, interval: 60_000, concurrency: 10 })
  const go = () => queue.add(async () => (await fetch(pathOf(baseUrl), { method: 'POST', headers: HEADERS })).json())
  return { name: 'p-queue + fetch', go, close: async () => queue.pause() }
}

/** bottleneck around undici, with a reservoir that never empties here. */
export function bottleneckWithUndici(place: Place): WireSubject {
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

/** Real time, with minutes that can be skipped. */
function skippingClock(): { clock: Clock; skip: (ms: number) => void } {
  let skipped = 0
  const clock: Clock = {
    now: () => Date.now() + skipped,
    monotonic: () => performance.now() + skipped,
    after(ms, callback) {
      const timer = setTimeout(callback, Math.min(ms, 2 ** 31 - 1))
      return () => clearTimeout(timer)
    },
  }
  return {
    clock,
    skip(ms) {
      skipped += ms
    },
  }
}
