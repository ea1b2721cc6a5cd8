/**
 * A show survives kill -9 of the app, of the studio, and of both, in every state. Afterwards the page that was open all
 * along shows what is true, and nothing was done twice.
 */
import type { Page } from 'playwright'
import { expect, test, vi } from 'vitest'
import { WAIT } from '../../build/suite/patience.ts'
import type { RehearsalFaultInput } from '../../shared/rehearsal/rehearsal.ts'
import { NAMES } from '../../shared/words/labels.ts'
import { describeDone } from '../../shared/words/outcomes/outcomes.ts'
import { REHEARSED_WORDS, SCENARIO_WORDS } from '../../shared/words/show/rehearsal.ts'
import { startApp, sweep } from './app.ts'
import { button, holdDown, holdStop, newPage, press, tally } from './stagehand.ts'
import { type Truth, witnessOf } from './studioWitness.ts'

const VICTIMS = ['app', 'studio', 'both'] as const
type Victim = (typeof VICTIMS)[number]

type CrashStage = Awaited<ReturnType<typeof crashStage>>

/** A show on the local studio whose processes are killed: one browser page stays open from beginning to end. */
async function crashStage(onEnd: (end: () => Promise<void>) => void) {
  let app = await startApp()
  const { dataDir } = app
  const port = Number(new URL(app.address).port)
  onEnd(() => sweep(app, 'SIGKILL'))
  const page = await newPage(onEnd)
  await page.goto(app.address)
  await tally(page, 'off')
  const witness = witnessOf(dataDir)
  await witness.setPreparing(0)

  return {
    ...{ page, witness },
    /** Kills without warning, and restarts the app if it was killed. Resolves when both run again. */
    async kill(victim: Victim): Promise<void> {
      const before = witness.address()
      if (victim !== 'app') process.kill(before.pid, 'SIGKILL')
      if (victim !== 'studio') {
        await app.end('SIGKILL')
        await tally(page, 'stale')
        app = await startApp({ dataDir, port })
        await page.locator('[role=status]:not([data-tally=stale])').waitFor()
      }
      // A starting studio has not published its address yet.
      if (victim !== 'app') await eventually(() => expect(witness.address().pid).not.toBe(before.pid))
      if (victim === 'studio') await page.getByText('ended unexpectedly and was restarted').waitFor()
      expect(witness.address().baseUrl).toBe(before.baseUrl)
    },
  }
}

interface State {
  reach(stage: CrashStage): Promise<void>
  truth: Truth
  carriedOut: { starts: number; stops: number }
  /** The command in flight: its name in the journal, and the text that settles it. */
  underWay?: { name: string; settled: string }
  says?: string
}

const OFF: Truth = { tally: 'off', scene: null }
const ON_AIR: Truth = { tally: 'live', scene: 'Opening' }
const STARTED = { starts: 1, stops: 0 }
const STOPPED = { starts: 1, stops: 1 }
const START = { name: 'Go live', settled: 'Checked: it was started. It was sent once.' }
const STOP = { name: 'Stop', settled: 'Checked: it is off.' }
/** Until this fault is cleared, nothing can find out what is true. */
const NO_READING = { kind: 'cutBefore', on: 'reads' } as const

async function goLive({ page }: CrashStage): Promise<void> {
  await press(page, 'Go live', 'live')
}

/** Goes live into a fault, with fresh reads, because Go live refuses old ones. Afterwards nothing can be read. */
async function goLiveInto({ page, witness }: CrashStage, fault: RehearsalFaultInput): Promise<void> {
  await witness.setFaults(fault)
  await page.getByText(REHEARSED_WORDS.real).waitFor()
  await button(page, NAMES.refresh).click()
  await page
    .getByText(describeDone({ what: 'refreshed' }))
    .first()
    .waitFor()
  await witness.setFaults(NO_READING)
  await button(page, NAMES.goLive).click()
}

/** Sets the faults once the button is held. */
async function stopWith(stage: CrashStage, fault: RehearsalFaultInput, isReached: () => Promise<unknown>) {
  const { page, witness } = stage
  await holdDown(page)
  await witness.setFaults(fault, NO_READING)
  await isReached()
  await page.mouse.up()
}

/** For concurrent tests: `expect.poll` supports only one, and throws once another has ended. */
const eventually = (look: () => void | Promise<void>) => vi.waitFor(look, WAIT)

const carriesOut = ({ witness }: CrashStage, runs: boolean) =>
  eventually(async () => expect(await witness.runs()).toBe(runs))

const STATES: Record<string, State> = {
  'nothing on air': { reach: async () => {}, truth: OFF, carriedOut: { starts: 0, stops: 0 } },
  'a start on its way': {
    async reach(stage) {
      await goLiveInto(stage, { kind: 'latency', on: 'start', ms: 60_000 })
      await carriesOut(stage, true)
    },
    ...{ truth: ON_AIR, carriedOut: STARTED, underWay: START },
  },
  preparing: {
    async reach({ page, witness }) {
      await witness.setPreparing(600_000)
      await press(page, 'Go live', 'preparing')
    },
    ...{ truth: { tally: 'preparing', scene: null }, carriedOut: STARTED },
  },
  live: { reach: goLive, truth: ON_AIR, carriedOut: STARTED },
  'live, with edits viewers do not see': {
    async reach(stage) {
      await goLive(stage)
      await button(stage.page, 'Break').click()
      await tally(stage.page, 'unsynced')
    },
    ...{ truth: { tally: 'unsynced', scene: 'Opening' }, carriedOut: STARTED },
  },
  'a lost start that is checked': {
    async reach(stage) {
      await goLiveInto(stage, { kind: 'cutAfter', on: 'start' })
      await stage.page.getByText('Checking whether it worked').first().waitFor()
    },
    ...{ truth: ON_AIR, carriedOut: STARTED, underWay: START },
  },
  'a stop on its way': {
    async reach(stage) {
      await goLive(stage)
      await stopWith(stage, { kind: 'hung', on: 'stop' }, () => carriesOut(stage, false))
    },
    ...{ truth: OFF, carriedOut: STOPPED, underWay: STOP },
  },
  'a lost stop that is checked': {
    async reach(stage) {
      await goLive(stage)
      await stopWith(stage, { kind: 'cutAfter', on: 'stop' }, () => tally(stage.page, 'unknown'))
    },
    ...{ truth: OFF, carriedOut: STOPPED, underWay: STOP },
  },
  'a scenario at work': {
    async reach(stage) {
      await goLive(stage)
      await stage.witness.playScenario('wrongClock')
      await stage.page.getByText(SCENARIO_WORDS.wrongClock.name).first().waitFor()
    },
    ...{ truth: ON_AIR, carriedOut: STARTED, says: SCENARIO_WORDS.wrongClock.name },
  },
}

// Each test mostly waits: for a process, a page, or the next read.
vi.setConfig({ maxConcurrency: 4, testTimeout: 90_000 })

/** The outcome cannot be known yet: the panel says so, and offers no second start. */
async function expectUnsettled(page: Page, { name }: NonNullable<State['underWay']>): Promise<void> {
  await tally(page, 'unknown')
  await journalSays(page, name, 'Checking whether it worked')
  await button(page, 'Go live').and(page.locator('[aria-disabled=true]')).waitFor()
}

const journalSays = (page: Page, name: string, words = '') =>
  page.locator('.entry', { hasText: name }).filter({ hasText: words }).first().waitFor()

async function expectTruth({ page, witness }: CrashStage, expected: Truth, withinMs?: number): Promise<void> {
  expect(await witness.truth()).toEqual(expected)
  await tally(page, expected.tally, withinMs)
  if (expected.scene) await page.getByRole('heading', { name: `On air: ${expected.scene}` }).waitFor()
}

async function expectUsable({ page, witness }: CrashStage, { tally: before }: Truth): Promise<void> {
  if (before !== 'off') await holdStop(page)
  await tally(page, 'off')
  const { starts, stops } = await witness.carriedOut()
  expect(starts).toBe(stops)
  await witness.setPreparing(0)
  await press(page, 'Go live', 'live')
  expect(await witness.carriedOut()).toEqual({ starts: starts + 1, stops })
}

// First, because it waits longest: only after 30 s is it certain that a start was not carried out.
test.concurrent.for([
  ['it was carried out', { kind: 'cutAfter', on: 'start' }, ON_AIR],
  ['it never arrived', { kind: 'cutBefore', on: 'start' }, OFF],
] as const)('a lost start survives a second kill of the app; %s', async ([_, fault, truth], { onTestFinished }) => {
  const stage = await crashStage(onTestFinished)
  const { page, witness } = stage
  await goLiveInto(stage, fault)
  await page.getByText('Checking whether it worked').first().waitFor()
  for (let times = 1; times <= 2; times += 1) {
    await stage.kill('app')
    await expectUnsettled(page, START)
  }
  await witness.clearFaults()
  await expectTruth(stage, truth, 60_000)
  await journalSays(page, truth === OFF ? 'it was not started. Go live is free again.' : START.settled)
  const written = page.locator('.entry b').getByText(`${START.name}:`, { exact: true })
  await eventually(async () => expect(await written.count()).toBe(1))
  expect(await witness.carriedOut()).toEqual({ starts: truth === OFF ? 0 : 1, stops: 0 })
  await expectUsable(stage, truth)
})

const everyState = Object.keys(STATES).flatMap((state) => VICTIMS.map((victim): [string, Victim] => [state, victim]))

test.concurrent.for(everyState)('%s; killed: %s', async ([name, victim], { onTestFinished }) => {
  const { reach, truth, carriedOut, underWay, says } = STATES[name] as State
  const stage = await crashStage(onTestFinished)
  await reach(stage)
  await stage.kill(victim)
  if (underWay) await expectUnsettled(stage.page, underWay)
  if (says) await stage.page.getByText(says).first().waitFor()
  if (underWay) await stage.witness.clearFaults()
  await expectTruth(stage, truth)
  if (underWay) await journalSays(stage.page, underWay.settled)
  expect(await stage.witness.carriedOut()).toEqual(carriedOut)
  await expectUsable(stage, truth)
})
