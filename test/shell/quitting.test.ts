/** Quitting: the user is asked while something is on air, and a system shutdown is never delayed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dispatchAs } from '../../electron/app/dispatch.ts'
import { createQuitting, isNeeded, type QuittingOptions } from '../../electron/shell/system/quitting.ts'
import type { OpenWork } from '../../shared/workflows.ts'
import { onAir, type Stage, stage } from '../core/stage.ts'

interface Leaving {
  on: Stage
  quitting: ReturnType<typeof createQuitting>
  seen: string[]
  log: string[]
}

const HALF_DONE: OpenWork = {
  ...{ id: 'a', operation: 'moveSchedule', projectId: 'p', since: 0, waits: null },
  stands: 'The old dates are cancelled',
}

/** A whole core with the quit function given to it, or not. */
async function leaving(options: Partial<QuittingOptions> & { lent?: boolean } = {}): Promise<Leaving> {
  const on = await stage()
  const { core, clock } = on.rig
  const seen: string[] = []
  const log: string[] = []
  const end = () => void seen.push('end')
  if (options.lent !== false) core.provide({ quit: end })
  const quitting = createQuitting({
    ...{ clock, act: dispatchAs(core, 'window'), end, log: (line) => log.push(line), asksFirst: false },
    isNeeded: () => isNeeded(core.store.get()),
    systemEnds: core.systemEnds,
    ask: () => void seen.push('ask'),
    canAnswer: () => true,
    async askPlainly({ question, leave }) {
      seen.push(`plainly: ${question} [${leave}]`)
      return 'stay'
    },
    ...options,
  })
  return { on, quitting, seen, log }
}

/** The user quits while a show is on air and the window does not open; `passMs` later. */
async function unanswered(passMs: number, askPlainly?: QuittingOptions['askPlainly']): Promise<Leaving> {
  const one = await leaving({ canAnswer: () => false, ...(askPlainly && { askPlainly }) })
  await onAir(one.on)
  await one.quitting.request()
  await one.on.rig.pass(passMs)
  return one
}

/** What the system does when it wants the app to quit. */
async function systemAsks({ quitting, on }: Leaving): Promise<boolean> {
  let prevented = false
  quitting.beforeQuit({
    preventDefault() {
      prevented = true
    },
  })
  await on.rig.pass(500)
  return prevented
}

it('with nothing on air quitting from any source ends it, once the core has confirmed', async () => {
  const one = await leaving()
  await one.quitting.request()
  await one.on.rig.pass(500)
  expect(one.seen).toEqual(['end'])
  const other = await leaving()
  expect(await systemAsks(other)).toBe(true)
  expect(other.seen).toEqual(['end'])
})

describe('with something on air', () => {
  it('asks in the window, and ends nothing on its own', async () => {
    const one = await leaving()
    await onAir(one.on)
    expect(await systemAsks(one)).toBe(true)
    await one.on.rig.pass(60_000)
    expect(one.seen).toEqual(['ask'])
    expect(one.on.truth()).toBe('live')
  })

  it('asks in a dialog if the window does not open, and stays on air until it is answered', async () => {
    const one = await unanswered(3_500)
    expect(one.seen).toEqual(['ask'])
    await one.on.rig.pass(1_000)
    expect(one.seen).toEqual(['ask', expect.stringMatching(/^plainly: Evening Show is on air.*\[Leave on air\]$/)])
    await one.on.rig.pass(10_000)
    expect(one.seen).toHaveLength(2)
  })

  it('leaves it on air when the dialog says so', async () => {
    const one = await unanswered(6_000, async () => 'leave')
    expect(one.seen).toEqual(['ask', 'end'])
    expect([one.on.truth(), one.on.stops()]).toEqual(['live', 0])
  })

  it('shows one dialog, however often quitting is requested', async () => {
    let boxes = 0
    const one = await unanswered(0, () => {
      boxes += 1
      return new Promise(() => {})
    })
    await one.quitting.request()
    await one.on.rig.pass(6_000)
    await one.quitting.request()
    await one.on.rig.pass(6_000)
    expect(boxes).toBe(1)
  })

  it('also asks in a dialog about incomplete work, and ends only once both are left', async () => {
    const questions: string[] = []
    const one = await leaving({
      canAnswer: () => false,
      async askPlainly({ question }) {
        questions.push(question)
        return 'leave'
      },
    })
    await onAir(one.on)
    one.on.rig.core.store.change({ openWork: [HALF_DONE] })
    await one.quitting.request()
    await one.on.rig.pass(6_000)
    expect(questions).toEqual([expect.stringMatching(/not finished. The old/), expect.stringMatching(/is on air/)])
    expect([one.seen, one.on.truth()]).toEqual([['ask', 'end'], 'live'])
  })

  it('stays if not even the dialog can be shown', async () => {
    const one = await unanswered(6_000, () => Promise.reject(new Error('no display')))
    expect(one.seen).toEqual(['ask'])
    expect(one.log).toEqual([expect.stringContaining('no display')])
  })
})

it('quits directly while the core has not started yet', async () => {
  const one = await leaving({ lent: false })
  expect(await systemAsks(one)).toBe(true)
  expect(one.seen).toEqual(['end'])
})

describe('a system shutdown', () => {
  const told = ({ on }: Leaving) => readFileSync(join(on.rig.dataDir, 'journal.jsonl'), 'utf8')

  it('is not delayed, and what it leaves on air is in the journal on disk', async () => {
    const one = await leaving()
    await onAir(one.on)
    one.quitting.shutdown()
    // Windows would kill us here.
    expect(told(one)).toMatch(/"event":"systemEnds","onAir":\["[^"]+"\]/)
    expect(one.log).toEqual([expect.stringContaining('the system ends')])
    one.quitting.shutdown()
    expect(one.seen).toEqual(['end'])
    expect(await systemAsks(one)).toBe(false)
    expect([one.on.truth(), one.on.stops()]).toEqual(['live', 0])
  })

  it('that asks apps first ends it when it asks; if cancelled, the next request asks again', async () => {
    const one = await leaving({ asksFirst: true })
    await onAir(one.on)
    one.quitting.shutdown()
    expect(one.seen).toEqual([])
    await one.on.rig.pass(10_000)
    expect(await systemAsks(one)).toBe(true)
    expect(one.seen).toEqual(['ask'])
    one.quitting.shutdown()
    expect(await systemAsks(one)).toBe(false)
    expect(one.seen).toEqual(['ask', 'end'])
  })

  it('that another app holds up is not interrupted while nothing is on air, however long we are not asked', async () => {
    const one = await leaving({ asksFirst: true })
    one.quitting.shutdown()
    await one.on.rig.pass(100_000)
    expect(await systemAsks(one)).toBe(false)
    expect(one.seen).toEqual(['end'])
    const other = await leaving({ asksFirst: true })
    other.quitting.shutdown()
    await other.on.rig.pass(120_000)
    expect(await systemAsks(other)).toBe(true)
  })

  it('that another app holds up is interrupted for what is not finished', async () => {
    const one = await leaving({ asksFirst: true })
    one.quitting.shutdown()
    await one.on.rig.pass(100_000)
    one.on.rig.core.store.change({ openWork: [HALF_DONE] })
    expect(await systemAsks(one)).toBe(true)
    expect(one.seen).toEqual(['ask'])
  })

  it('by a signal, as of a session on Linux, is in the journal, and asks nothing', async () => {
    const one = await leaving({ asksFirst: true })
    await onAir(one.on)
    one.quitting.signalled()
    one.quitting.signalled()
    expect(told(one).match(/"event":"systemEnds","onAir":\["[^"]+"\]/g)).toHaveLength(1)
    expect([one.seen, one.on.truth()]).toEqual([['end', 'end'], 'live'])
  })
})
