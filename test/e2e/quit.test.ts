/** Quitting: the question, the fate of the show on air, and what keeps running. */
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { ServerMessage } from '../../shared/bridge/messages.ts'
import { isRunning, targetOf } from '../../shared/state.ts'
import { panelOf } from '../fakes/panelPage.ts'
import { newDir } from '../fakes/rig.ts'
import { childrenOf, lives, processesOn } from '../studio/processes.ts'
import { atEnd } from '../support/atEnd.ts'
import { startApp, sweep } from './app.ts'
import { button, newPage, openOnService, tally } from './stagehand.ts'
import { witnessOf } from './studioWitness.ts'

type Desk = Awaited<ReturnType<typeof desk>>

async function desk(dataDir = newDir()) {
  const app = await startApp({ dataDir })
  atEnd(() => sweep(app, 'SIGKILL'))
  const panel = await panelOf(app)
  await panel.until((state) => targetOf(state)?.live != null && state.rehearsal !== null)
  return { app, panel, witness: witnessOf(dataDir) }
}

async function onAir(on: Desk): Promise<string> {
  await on.witness.setPreparing(0)
  expect(await on.panel.send({ type: 'goLive' })).toMatchObject({ result: 'done' })
  const state = await on.panel.until((now) => targetOf(now)?.live?.status === 'LIVE')
  return targetOf(state)?.live?.liveId ?? ''
}

async function armed({ panel }: Desk, liveId: string): Promise<string> {
  const outcome = await panel.send({ type: 'armStop', liveId, mode: 'hold' })
  if (outcome.result !== 'armed') throw new Error(JSON.stringify(outcome))
  const { armId, notBefore } = outcome.arm
  await expect.poll(() => Date.now()).toBeGreaterThan(notBefore)
  return armId
}

async function expectEnd({ app }: Pick<Desk, 'app'>, had: number[], left: number[] = []): Promise<void> {
  expect(await app.ended).toBe(0)
  const goesOn = () => [...new Set([...had.filter(lives), ...processesOn(app.dataDir)])]
  await expect.poll(() => goesOn()).toEqual(left)
}

test('with nothing on air it just ends, and leaves nothing running', async () => {
  const on = await desk()
  const had = childrenOf(on.app.pid)
  expect(had).toContain(on.witness.address().pid)
  expect(await on.panel.send({ type: 'quit' })).toMatchObject({ done: { what: 'quitting', leftOnAir: [] } })
  await expectEnd(on, had)
})

async function expectAsked({ panel }: Desk, projectNames: string[]): Promise<void> {
  expect(await panel.send({ type: 'quit' })).toMatchObject({ refusal: { reason: 'onAir', projectNames } })
}

describe('with something on air', () => {
  test('it asks and names the show, and does not quit', async () => {
    const on = await desk()
    await onAir(on)
    await expectAsked(on, ['Friday Night'])
    expect(targetOf(await on.panel.state())?.live?.status).toBe('LIVE')
    expect(await on.witness.carriedOut()).toEqual({ starts: 1, stops: 0 })
  })

  test('left on air, the show continues without it, and the next start finds it', async () => {
    const on = await desk()
    const live = await onAir(on)
    const had = childrenOf(on.app.pid)
    const { pid } = on.witness.address()
    const done = { what: 'quitting', leftOnAir: ['Friday Night'] }
    expect(await on.panel.send({ type: 'quit', onAir: 'leave' })).toMatchObject({ done })
    await expectEnd(on, had, [pid])
    expect(await on.witness.carriedOut()).toEqual({ starts: 1, stops: 0 })
    const next = await desk(on.app.dataDir)
    expect(targetOf(await next.panel.state())?.live).toMatchObject({ status: 'LIVE', liveId: live })
    expect(next.witness.address().pid).toBe(pid)
  })

  test('with a valid arm it stops the show first, and leaves nothing running', async () => {
    const on = await desk()
    const armId = await armed(on, await onAir(on))
    const had = childrenOf(on.app.pid)
    expect(await on.witness.carriedOut()).toEqual({ starts: 1, stops: 0 })
    const done = { what: 'quitting', leftOnAir: [] }
    expect(await on.panel.send({ type: 'quit', onAir: 'stop', armId })).toMatchObject({ done })
    await expectEnd(on, had)
    // The studio reports after a restart what was carried out.
    const next = await desk(on.app.dataDir)
    expect(await next.witness.carriedOut()).toEqual({ starts: 1, stops: 1 })
  })

  test('without an arm, too soon, or with the padlock closed, it stops nothing and does not quit', async () => {
    const on = await desk()
    const live = await onAir(on)
    const quit = (armId?: string) => on.panel.send({ type: 'quit', onAir: 'stop', ...(armId ? { armId } : {}) })
    expect(await quit()).toMatchObject({ refusal: { reason: 'noArm' } })
    const soon = await on.panel.send({ type: 'armStop', liveId: live, mode: 'hold' })
    const tooSoon = soon.result === 'armed' ? soon.arm.armId : ''
    expect(await quit(tooSoon)).toMatchObject({ refusal: { reason: 'tooSoon' } })
    const armId = await armed(on, live)
    await on.panel.send({ type: 'setPadlock', locked: true })
    expect(await quit(armId)).toMatchObject({ refusal: { reason: 'padlocked' } })
    expect(isRunning(targetOf(await on.panel.state())?.live ?? null)).toBe(true)
    expect(await on.witness.carriedOut()).toEqual({ starts: 1, stops: 0 })
    // Leaving the show on air changes nothing for viewers.
    expect(await on.panel.send({ type: 'quit', onAir: 'leave' })).toMatchObject({ result: 'done' })
    expect(await on.app.ended).toBe(0)
  })

  test('a start without a response yet counts as on air, and so does another project of the studio', async () => {
    const on = await desk()
    await on.witness.startOther('Morning loop')
    await expectAsked(on, ['Morning loop'])
    await on.witness.setFaults({ kind: 'latency', on: 'start', ms: 60_000 })
    void on.panel.send({ type: 'goLive' }).catch(() => {})
    await on.panel.until((state) => targetOf(state)?.pending != null)
    await expectAsked(on, ['Friday Night', 'Morning loop'])
  })

  test('a user leaves the show on air from the panel, which names what continues', async () => {
    const on = await desk()
    await onAir(on)
    const page = await newPage()
    await page.goto((await startApp({ dataDir: on.app.dataDir })).address)
    await tally(page, 'live')
    await page.getByRole('link', { name: 'Settings' }).click()
    await button(page, 'Quit Cuelight').click()
    await button(page, 'Leave on air').click()
    await page.getByText('Friday Night is still on air').first().waitFor()
    expect(await on.app.ended).toBe(0)
    expect(await on.witness.runs()).toBe(true)
  })
})

test('a program of the same user cannot quit it', async () => {
  const on = await desk()
  const socket = connect(socketPath(on.app.dataDir))
  atEnd(async () => socket.destroy())
  const answer = new Promise<ServerMessage>((resolve) =>
    socket.once('data', (data) => resolve(ServerMessage.parse(JSON.parse(data.toString())))),
  )
  socket.write(`${JSON.stringify({ type: 'command', id: 'a', command: { type: 'quit', onAir: 'leave' } })}\n`)
  expect(await answer).toMatchObject({ outcome: { refusal: { reason: 'personOnly' } } })
  expect(await on.panel.state()).toBeTruthy()
})

test('with a hosted service it asks too; left on air there, nothing is sent', async () => {
  const { app, service } = await openOnService()
  const panel = await panelOf(await startApp({ service, dataDir: app.dataDir }))
  await panel.until((state) => targetOf(state)?.live != null)
  await panel.send({ type: 'goLive', confirmed: true })
  const asked = await panel.send({ type: 'quit' })
  expect(asked).toMatchObject({ refusal: { reason: 'onAir' } })
  const had = childrenOf(app.pid)
  expect(await panel.send({ type: 'quit', onAir: 'leave' })).toMatchObject({ result: 'done' })
  await expectEnd({ app }, had)
  expect([service.count('POST', /\/live$/), service.count('POST', /\/live\/stop$/)]).toEqual([1, 0])
})

test('ended by Ctrl+C while its studio is still starting, it leaves nothing running', async () => {
  const app = await startApp()
  const studioStarts = () => processesOn(app.dataDir).some((pid) => pid !== app.pid)
  await expect.poll(() => studioStarts(), { interval: 5 }).toBe(true)
  expect(await app.end('SIGINT')).toBe(0)
  await expect.poll(() => processesOn(app.dataDir)).toEqual([])
})
