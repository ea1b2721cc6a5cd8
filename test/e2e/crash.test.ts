/**
 * A show survives kill -9 of the app, of the studio and of both, in every state, and the panel then says what is true:
 * Cuelight as built, processes of their own, one page in Chromium that stays open.
 */
import { join } from 'node:path'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../electron/core/time.ts'
import { readAddress, type StudioAddress } from '../../electron/studio/address.ts'
import { administer } from '../../electron/studio/administration/client.ts'
import type { RehearsalFaultInput } from '../../shared/rehearsal.ts'
import { RehearsalFault } from '../../shared/rehearsal.ts'
import { type App, startApp } from './app.ts'
import { atEnd, button, endStudio, newPage, tally } from './stagehand.ts'

interface Night {
  app: App
  page: Page
  /** Asked each time: a restarted studio has another process. */
  studio(): StudioAddress
  /** The broadcasts that ever began, as the studio counts them. */
  begun(): Promise<number>
  onAir(): Promise<string[]>
  /** Waits until so many are on air there. */
  running(count: number): Promise<void>
  set(fault: RehearsalFaultInput): Promise<void>
}

async function night(preparingMs: number): Promise<Night> {
  const app = await startApp()
  const dir = join(app.dataDir, 'studio')
  const studio = () => {
    const address = readAddress(dir)
    if (!address) throw new Error('no studio says where it is')
    return address
  }
  const page = await newPage()
  await page.goto(app.address)
  await tally(page, 'off')
  await administer(studio(), 'setTimings', { preparingMs }, systemClock)
  const onAir = async () =>
    (await administer(studio(), 'summary', undefined, systemClock)).onAir.map((one) => one.status)
  return {
    app,
    page,
    studio,
    onAir,
    begun: async () => (await pastBroadcasts(studio())) + (await onAir()).length,
    async running(count) {
      while ((await onAir()).length !== count) await page.waitForTimeout(50)
    },
    async set(fault) {
      await administer(studio(), 'setFault', RehearsalFault.parse(fault), systemClock)
    },
  }
}

async function pastBroadcasts(studio: StudioAddress): Promise<number> {
  const { key, id } = await administer(studio, 'createKey', { label: 'test' }, systemClock)
  const ask = async (path: string) =>
    (await fetch(studio.baseUrl + path, { headers: { authorization: `Bearer ${key}` } })).json()
  const { projects } = (await ask('/projects')) as { projects: { id: string }[] }
  const totals = projects.map(
    async (one) => ((await ask(`/projects/${one.id}/broadcasts`)) as { total: number }).total,
  )
  const sum = (await Promise.all(totals)).reduce((total, one) => total + one, 0)
  await administer(studio, 'revokeKey', undefined, systemClock, { keyId: id })
  return sum
}

async function goLive({ page }: Night, to: string): Promise<void> {
  await button(page, 'Go live').click()
  await tally(page, to)
}

async function holdStopInto({ page }: Night): Promise<void> {
  await button(page, 'Stop').hover()
  await page.mouse.down()
}

/** How each state is reached, what the tally must say in the end, and how often it was started by then. */
const STATES: readonly [
  name: string,
  preparingMs: number,
  reach: (on: Night) => Promise<void>,
  then: string,
  starts: number,
][] = [
  ['off', 0, async () => {}, 'off', 0],
  [
    'a start was carried out and its answer is still to come',
    0,
    async (on) => {
      await on.set({ kind: 'hung', on: 'start', times: 1 })
      await button(on.page, 'Go live').click()
      await on.running(1)
    },
    'live',
    1,
  ],
  [
    'a start got lost on its way, and that is being checked',
    0,
    async (on) => {
      await on.set({ kind: 'cutBefore', on: 'start', times: 1 })
      await goLive(on, 'unknown')
    },
    'off',
    0,
  ],
  ['preparing', 600_000, (on) => goLive(on, 'preparing'), 'preparing', 1],
  ['live', 0, (on) => goLive(on, 'live'), 'live', 1],
  [
    'live, with a scene that viewers do not see yet',
    0,
    async (on) => {
      await goLive(on, 'live')
      await button(on.page, 'Break').click()
      await tally(on.page, 'unsynced')
    },
    'unsynced',
    1,
  ],
  [
    'a stop was carried out and its answer is still to come',
    0,
    async (on) => {
      await goLive(on, 'live')
      await on.set({ kind: 'hung', on: 'stop', times: 1 })
      await holdStopInto(on)
      await on.running(0)
    },
    'off',
    1,
  ],
]

type Victim = 'the app' | 'the studio' | 'both'

/** Ends them as a crash does, and starts the app again where it was; a studio is started again by the app alone. */
async function kill(victim: Victim, on: Night): Promise<void> {
  const before = on.studio().pid
  if (victim !== 'the app') process.kill(before, 'SIGKILL')
  if (victim === 'the studio') {
    atEnd(() => on.app.end())
  } else {
    await on.app.end('SIGKILL')
    const port = Number(new URL(on.app.address).port)
    const next = await startApp({ dataDir: on.app.dataDir, port })
    atEnd(() => next.end())
  }
  if (victim === 'the app') return
  // Between two studios there is none that says where it is.
  const dir = join(on.app.dataDir, 'studio')
  while ((readAddress(dir)?.pid ?? before) === before) await on.page.waitForTimeout(50)
}

describe.each<Victim>(['the app', 'the studio', 'both'])('%s killed', (victim) => {
  test.each(STATES)('while %s', { timeout: 90_000 }, async (_, preparingMs, reach, then, starts) => {
    const on = await night(preparingMs)
    atEnd(() => endStudio(on.app.dataDir))
    await reach(on)
    await kill(victim, on)
    await on.page.mouse.up()
    await on.page.locator(`[role=status][data-tally=${then}]`).waitFor({ timeout: 60_000 })
    expect([await on.begun(), (await on.onAir()).length]).toEqual([starts, then === 'off' ? 0 : 1])
    if (then === 'off') {
      await goLive(on, 'live')
      expect(await on.begun()).toBe(starts + 1)
    }
  })
})
