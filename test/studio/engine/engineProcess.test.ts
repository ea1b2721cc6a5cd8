/** The engine's process: found when it hangs, started again, and with no word of a stream key when it fails. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { createEngineProcess, type EngineProcess } from '../../../electron/studio/broadcasting/engineProcess.ts'
import { lines } from '../../../electron/studio/engine/lines.ts'
import type { EnginePlan } from '../../../electron/studio/engine/plan.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'
import { childrenOf, eventually, ofProcess } from '../processes.ts'

const MAIN = 'electron/studio/engine/main.ts'
const broadcast = { liveId: 'l', plays: [], sounds: [], targets: [], slate: null }
const plan: EnginePlan = { sentAt: 0, broadcasts: [broadcast] }

let engine: EngineProcess | null = null
afterEach(() => engine?.close())

const engines = () => childrenOf(process.pid).filter((pid) => ofProcess(pid, 'cmdline').includes('engine/main.ts'))

it('an engine that does not respond is said to, then ended and started again', async () => {
  const clock = new VirtualClock()
  const lost: string[] = []
  let reports = 0
  let started = 0
  const mine = createEngineProcess({
    ...{ clock, log: () => {}, onLost: (why: string) => void lost.push(why) },
    onReport() {
      reports += 1
    },
    onStart() {
      started += 1
      mine.follow(plan)
    },
  })
  engine = mine
  mine.follow(plan)
  // The same again and again: a report is also a sign of life.
  await eventually(() => reports > 2 || null)
  const [pid = 0] = engines()
  process.kill(pid, 'SIGSTOP')
  // What it said before is still read.
  await new Promise((resolve) => setTimeout(resolve, 100))
  clock.advance(2_900)
  expect(lost).toEqual([])
  clock.advance(100)
  expect(lost).toEqual(['The engine does not respond.'])
  clock.advance(5_000)
  await eventually(() => lost.length > 1 || null)
  const before = reports
  clock.advance(100)
  expect(started).toBe(1)
  await eventually(() => reports > before || null)
  expect(engines()).not.toContain(pid)
})

it('a line that is no JSON is not quoted', () => {
  const take = lines(() => {})
  expect(() => take(Buffer.from('{"key":"key-nobody-may-see\n'))).toThrow(/^a line is no JSON$/)
})

it('a plan that cannot be read ends the engine without a word of the key in it', async () => {
  const target = { destinationId: 'd', url: 'rtmp://127.0.0.1:1/live', key: 'key-nobody-may-see' }
  const line = JSON.stringify({ sentAt: 0, broadcasts: [{ ...broadcast, targets: [target] }] })
  const child = spawn(process.execPath, [MAIN], { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stdin.on('error', () => {})
  child.stdin.write(`${line.slice(0, -3)}\n`)
  expect(await once(child, 'close')).toEqual([1, null])
  expect(said).toMatch(/plan cannot be followed: a line is no JSON/)
  expect(said).not.toContain(target.key)
})
