import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { RehearsalFaultInput } from '../../shared/rehearsal/rehearsal.ts'
import { REHEARSED_WORDS, SCENARIO_WORDS } from '../../shared/words/rehearsal.ts'
import { startApp, sweep } from './app.ts'
import { button, holdDown, newPage, press, tally } from './stagehand.ts'
import { type Truth, type Witness, witnessOf } from './studioWitness.ts'

export const VICTIMS = ['app', 'studio', 'both'] as const
export type Victim = (typeof VICTIMS)[number]

/** A show on the local studio that processes are killed under: one browser page sees it from beginning to end. */
export interface CrashStage {
  readonly page: Page
  readonly witness: Witness
  /** Kills without a warning, and starts the app again where it was killed. Resolves when both run again. */
  kill(victim: Victim): Promise<void>
}

/** @param onEnd does it when the test ends */
export async function crashStage(onEnd: (end: () => Promise<void>) => void): Promise<CrashStage> {
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
    page,
    witness,
    async kill(victim) {
      const before = witness.address()
      if (victim !== 'app') process.kill(before.pid, 'SIGKILL')
      if (victim !== 'studio') {
        await app.end('SIGKILL')
        await tally(page, 'stale')
        app = await startApp({ dataDir, port })
        await page.locator('[role=status]:not([data-tally=stale])').waitFor()
      }
      if (victim !== 'app') await waitFor(() => witness.address().pid !== before.pid, 'another studio')
      if (victim === 'studio') await page.getByText('had ended unexpectedly and was started again').waitFor()
      expect(witness.address().baseUrl).toBe(before.baseUrl)
    },
  }
}

async function waitFor(holds: () => boolean, what: string): Promise<void> {
  for (let looks = 0; looks < 600; looks += 1) {
    if (isSo(holds)) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`never came: ${what}`)
}

/** A studio that is just starting has not said yet where it is. */
function isSo(holds: () => boolean): boolean {
  try {
    return holds()
  } catch {
    return false
  }
}

/** What may be going on while a process is killed. */
export interface State {
  /** Brings it about, in the panel. */
  reach(stage: CrashStage): Promise<void>
  /** What is true then. */
  truth: Truth
  carriedOut: { starts: number; stops: number }
  /** What is under way: its name in the journal, and how it is settled. */
  underWay?: { name: string; settled: string }
  /** What the panel goes on saying. */
  says?: string
}

export const OFF: Truth = { tally: 'off', scene: null }
export const ON_AIR: Truth = { tally: 'live', scene: 'Opening' }
const STARTED = { starts: 1, stops: 0 }
const STOPPED = { starts: 1, stops: 1 }
export const START = { name: 'Go live', settled: 'Checked: it was started. It was sent once.' }
const STOP = { name: 'Stop', settled: 'Checked: it is off.' }
/** Until it is taken away nobody can find out what is true. */
export const NO_READING = { kind: 'cutBefore', on: 'reads' } as const

async function goLive({ page }: CrashStage): Promise<void> {
  await press(page, 'Go live', 'live')
}

/** Sets faults before a click: what the page tells of them would move the button away under it. */
export async function suffer({ page, witness }: CrashStage, ...faults: RehearsalFaultInput[]): Promise<void> {
  await witness.setFaults(...faults)
  await page.getByText(REHEARSED_WORDS.real).waitFor()
}

/** Faults come once it is held: their banner would move the button away. */
async function stopWith(
  { page, witness }: CrashStage,
  fault: RehearsalFaultInput,
  isReached: () => Promise<unknown>,
): Promise<void> {
  await holdDown(page)
  await witness.setFaults(fault, NO_READING)
  await isReached()
  await page.mouse.up()
}

const carriesOut = ({ witness }: CrashStage, runs: boolean) =>
  expect.poll(() => witness.runs(), { timeout: 10_000 }).toBe(runs)

export const STATES: Record<string, State> = {
  'nothing on air': { reach: async () => {}, truth: OFF, carriedOut: { starts: 0, stops: 0 } },
  'a start on its way': {
    async reach(stage) {
      await suffer(stage, { kind: 'latency', on: 'start', ms: 60_000 }, NO_READING)
      await button(stage.page, 'Go live').click()
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
      const { page } = stage
      await suffer(stage, { kind: 'cutAfter', on: 'start' }, NO_READING)
      await button(page, 'Go live').click()
      await page.getByText('Checking whether it worked').first().waitFor()
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
