import { type ChildProcess, fork } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Bench, judged, percentile, type Row, round } from './rows.ts'
import {
  bareUndici,
  bottleneckWithUndici,
  type Place,
  queueWithFetch,
  type WireSubject,
  wholeCore,
  wholeCoreByHotkey,
} from './wireSubjects.ts'

const WARM_UP = 300
const ROUNDS = 3_000
const OURS = ['cuelight', 'cuelight, by hotkey']

/** From a command to its bytes on the wire, everything before sending included, beside a bare request. */
export const wireBench: Bench = {
  name: 'wire',
  asShipped: true,
  async run() {
    const dir = mkdtempSync(join(tmpdir(), 'cuelight-bench-'))
    const { child, port } = await startServer()
    const place: Place = { baseUrl: `http://127.0.0.1:${port}/v1/external`, dir }
    const subjects = [wholeCore, wholeCoreByHotkey, bareUndici, queueWithFetch, bottleneckWithUndici].map((make) =>
      make(place),
    )
    try {
      return rowsOf(await measure(subjects))
    } finally {
      for (const subject of subjects) await subject.close()
      child.disconnect()
      rmSync(dir, { recursive: true })
    }
  },
}

/** Times to the wire in ms by subject. Turn by turn, so that whatever the machine does meanwhile falls on all alike. */
export async function measure(subjects: readonly WireSubject[]): Promise<Map<string, number[]>> {
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

/** undici (Node's own inside fetch, too) says on this channel that it writes a request's head to the socket. */
const ON_WIRE = 'undici:client:sendHeaders'

async function timeToWire(subject: WireSubject): Promise<number> {
  let onWire = Number.NaN
  // Readings in the background write heads too: only the command's counts.
  const mark = (message: unknown) => {
    if ((message as { request: { method: string } }).request.method === 'POST') onWire = performance.now()
  }
  subscribe(ON_WIRE, mark)
  const start = performance.now()
  await subject.go()
  unsubscribe(ON_WIRE, mark)
  // A person's commands are not a millisecond apart: the connection may come to rest.
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  return onWire - start
}

function rowsOf(times: Map<string, number[]>): Row[] {
  const bare = times.get('bare undici') ?? []
  return [...times].flatMap(([subject, own]) => {
    const added = own.map((ms, round) => ms - (bare[round] ?? 0))
    const row = (metric: string, value: number): Row => ({
      bench: 'wire',
      case: 'a show command, loopback',
      subject,
      metric,
      value: round(value, 3),
      unit: 'ms',
    })
    const judge = (one: Row, atMost: number) => (OURS.includes(subject) ? judged(one, { atMost }) : one)
    return [
      row('to the wire, p50', percentile(own, 0.5)),
      row('to the wire, p99', percentile(own, 0.99)),
      { ...row('to the wire, p50 by bare undici', percentile(own, 0.5) / percentile(bare, 0.5)), unit: 'times' },
      judge(row('added to bare undici, p50', percentile(added, 0.5)), 1),
      judge(row('added to bare undici, p99', percentile(added, 0.99)), 5),
    ]
  })
}

async function startServer(): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('./wireServer.ts', import.meta.url)))
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))))
  return { child, port }
}
