import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Bottleneck from 'bottleneck'
import PQueue from 'p-queue'
import { Agent, request } from 'undici'
import { createClient } from '../../electron/service/client.ts'
import { openLeases } from '../../electron/service/leases.ts'
import { createLimiter } from '../../electron/service/limiter.ts'
import type { Clock } from '../../shared/clock.ts'

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
const pathOf = (baseUrl: string) => `${baseUrl}/projects/p1/live`

/** What everybody is measured against: the same request, with nothing around it. */
export function bareUndici({ baseUrl }: Place): WireSubject {
  const dispatcher = new Agent()
  return {
    name: 'bare undici',
    go: async () => (await request(pathOf(baseUrl), { method: 'POST', headers: HEADERS, dispatcher })).body.json(),
    close: () => dispatcher.close(),
  }
}

/** Client, limiter and lease on disk, and a line like the journal's appended before sending. */
export function clientWithJournal({ baseUrl, dir }: Place): WireSubject {
  const { clock, skip } = skippingClock()
  const leases = openLeases({ path: join(dir, 'bench.leases'), clock })
  const limiter = createLimiter({ clock, leases })
  const client = createClient({ baseUrl, key: () => KEY, clock, limiter })
  const journal = openSync(join(dir, 'journal'), 'a')
  const beforeSend = () => writeSync(journal, journalLine(clock.now()))
  let count = 0
  return {
    name: 'cuelight',
    go() {
      count += 1
      // The budget is real: after a hundred commands a minute is skipped.
      if (count % 100 === 0) skip(61_000)
      return client.call('startLive', { params: { projectId: 'p1' } }, { beforeSend })
    },
    async close() {
      await client.close()
      limiter.close()
    },
  }
}

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

function journalLine(at: number): string {
  const line = {
    at,
    id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    kind: 'sending',
    source: 'hotkey',
    command: 'goLive',
  }
  return `${JSON.stringify({ ...line, projectId: 'p1', liveId: null, detail: 'x'.repeat(120) })}\n`
}
