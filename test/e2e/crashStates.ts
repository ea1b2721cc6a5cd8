import { expect, vi } from 'vitest'
import type { RehearsalFaultInput } from '../../shared/rehearsal/rehearsal.ts'
import { REHEARSED_WORDS, SCENARIO_WORDS } from '../../shared/words/rehearsal.ts'
import type { CrashStage } from './crashStage.ts'
import { button, holdDown, tally } from './stagehand.ts'
import type { Truth } from './studioWitness.ts'

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
  await button(page, 'Go live').click()
  await tally(page, 'live')
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
  vi.waitFor(async () => expect(await witness.runs()).toBe(runs), { timeout: 10_000 })

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
      await button(page, 'Go live').click()
      await tally(page, 'preparing')
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
