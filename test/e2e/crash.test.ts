/**
 * A show survives kill -9 of the app, of the studio, and of both, whatever was going on: afterwards the panel says, in
 * the page that was open all the time, what is true, and nothing was done twice.
 */
import type { Page } from 'playwright'
import { expect, test, vi } from 'vitest'
import {
  type CrashStage,
  crashStage,
  NO_READING,
  OFF,
  ON_AIR,
  START,
  STATES,
  type State,
  suffer,
  VICTIMS,
  type Victim,
} from './crashStage.ts'
import { button, holdStop, press, tally } from './stagehand.ts'
import type { Truth } from './studioWitness.ts'

// Each waits most of its time: for a process, a page, the next reading.
vi.setConfig({ maxConcurrency: 4, testTimeout: 90_000 })

/** Nobody can know yet: the panel says so, and offers no second start. */
async function expectUnsettled(page: Page, { name }: NonNullable<State['underWay']>): Promise<void> {
  await tally(page, 'unknown')
  await journalSays(page, name, 'Checking whether it worked')
  expect(await button(page, 'Go live').isEnabled()).toBe(false)
}

const journalSays = (page: Page, ...words: string[]) =>
  words
    .reduce((entries, text) => entries.filter({ hasText: text }), page.locator('.entry'))
    .first()
    .waitFor()

/** The panel says what the studio says. */
async function expectTruth({ page, witness }: CrashStage, expected: Truth, withinMs?: number): Promise<void> {
  expect(await witness.truth()).toEqual(expected)
  await tally(page, expected.tally, withinMs)
  if (expected.scene) await page.getByRole('heading', { name: `On air: ${expected.scene}` }).waitFor()
}

/** Once it is off, it can go on air once more. */
async function expectUsable({ page, witness }: CrashStage, { tally: before }: Truth): Promise<void> {
  if (before !== 'off') await holdStop(page)
  await tally(page, 'off')
  const { starts, stops } = await witness.carriedOut()
  expect(starts).toBe(stops)
  await witness.setPreparing(0)
  await press(page, 'Go live', 'live')
  expect(await witness.carriedOut()).toEqual({ starts: starts + 1, stops })
}

// First, for it waits longest: nothing short of 30 s shows that a start was not carried out.
test.concurrent.for([
  ['it was carried out', { kind: 'cutAfter', on: 'start' }, ON_AIR],
  ['it never arrived', { kind: 'cutBefore', on: 'start' }, OFF],
] as const)('a lost start outlives a second kill of the app; %s', async ([_, fault, truth], { onTestFinished }) => {
  const stage = await crashStage(onTestFinished)
  const { page, witness } = stage
  await suffer(stage, fault, NO_READING)
  await button(page, 'Go live').click()
  await page.getByText('Checking whether it worked').first().waitFor()
  for (let times = 1; times <= 2; times += 1) {
    await stage.kill('app')
    await expectUnsettled(page, START)
  }
  await witness.clearFaults()
  await expectTruth(stage, truth, 60_000)
  await journalSays(page, truth === OFF ? 'it was not started. Go live is free again.' : START.settled)
  expect(await page.locator('.entry b').getByText(`${START.name}:`, { exact: true }).count()).toBe(1)
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
