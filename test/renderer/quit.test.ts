/** Quitting asks about the show on air. */
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/outcome.ts'
import type { AppState } from '../../shared/state.ts'
import { gone } from '../support/gone.ts'
import { pageKeys } from '../support/keys.ts'
import { expectText, hasFocus, type Panel, panels, WAIT } from './panel.ts'
import { appState, arm, done, liveProject, NOW, offProject } from './states.ts'

const open = panels()

const refused: Outcome = { result: 'refused', refusal: { reason: 'onAir', projectNames: ['Friday Night'] } }
const ended = (leftOnAir: string[]): Outcome => done({ what: 'quitting', leftOnAir })

async function askToQuit(state: AppState = appState(liveProject())): Promise<Panel> {
  const panel = await open(state)
  panel.core.reply = ({ command }) => {
    if (command.type === 'armStop') {
      const wait = command.mode === 'hold' ? 1_500 : 3_000
      return { result: 'armed', arm: arm({ mode: command.mode, notBefore: NOW + wait }) }
    }
    return command.type === 'quit'
      ? ended(command.onAir === 'leave' ? ['Friday Night'] : [])
      : done({ what: 'armCancelled' })
  }
  await panel.page.getByRole('link', { name: 'Settings' }).click()
  await panel.button('Quit Cuelight').click()
  await panel.page.getByRole('dialog').waitFor()
  return panel
}

it('quitting with nothing on air: asks first, because one click would end it for all browsers', async () => {
  const panel = await askToQuit(appState(offProject()))
  const dialog = panel.page.getByRole('dialog', { name: 'Quit Cuelight?' })
  await expect.poll(() => dialog.getByRole('button').allInnerTexts()).toEqual(['Stay', 'Quit'])
  await expect.poll(() => hasFocus(panel.button('Stay'))).toBe(true)
  await panel.page.clock.runFor(10_000)
  await panel.button('Stay').click()
  await gone(panel.page.locator('.quit-dialog'))
  await panel.expectOnly()
})

it('quitting with nothing on air: asks about a broadcast that the core knows of, though the page shows none', async () => {
  const panel = await askToQuit(appState(offProject()))
  panel.core.reply = () => refused
  await panel.button('Quit').click()
  await panel.button('Leave on air').waitFor()
  expect(panel.core.commands).toEqual([{ type: 'quit' }])
})

it('quitting with nothing on air: quits after the confirmation, and the page says so instead of a lost link', async () => {
  const panel = await askToQuit(appState(offProject()))
  await panel.presses('Quit', 'quit')
  await expectText(panel.tally, 'Cuelight has quit')
  await panel.page.getByText('It left nothing on air.').waitFor()
  panel.core.goDown()
  await panel.page.clock.runFor(5_000)
  await expectText(panel.tally, 'Cuelight has quit')
  expect(await panel.page.getByText('link to Cuelight is lost').count()).toBe(0)
  panel.core.down = false
  await expect
    .poll(() => panel.page.clock.runFor(3_000).then(() => panel.tally.innerText()))
    .toContain('Nothing is on air')
})

it('lists incomplete work and its state, and quitting then leaves it incomplete', async () => {
  const half = {
    ...{ id: 'a', operation: 'moveSchedule', projectId: 'p1', since: NOW, waits: null },
    stands: 'The old dates are cancelled, the new ones are not scheduled',
  }
  const panel = await askToQuit(appState(offProject(), { openWork: [half] }))
  await expectText(
    panel.page.getByRole('dialog'),
    /Move schedule \(Friday Night\): not finished\. The old dates are cancelled/,
  )
  await panel.presses('Quit', { type: 'quit', openWork: 'leave' })
})

describe('quitting with something on air', () => {
  it('asks, in exactly three ways, and does nothing automatically', async () => {
    const panel = await askToQuit()
    const dialog = panel.page.getByRole('dialog', { name: 'Quit Cuelight?' })
    await expectText(dialog, 'Friday Night is on air. What should happen to it?')
    await expect
      .poll(() => dialog.getByRole('button').allInnerTexts())
      .toEqual(['Stay', 'Leave on air', 'Stop and quit'])
    await expect.poll(() => hasFocus(panel.button('Stay'))).toBe(true)
    await panel.page.clock.runFor(10_000)
    await panel.expectOnly()
  })

  for (const way of ['Stay', 'Escape'] as const) {
    it(`${way} leaves everything as it is, in the set-up`, async () => {
      const panel = await askToQuit()
      await (way === 'Stay' ? panel.button('Stay').click() : pageKeys(panel.page, 'Escape'))
      await gone(panel.page.locator('.quit-dialog'))
      await expectText(panel.page.locator('.setup-title'), 'Accounts')
      await panel.expectOnly()
    })
  }

  it('leaves it on air, and says what continues', async () => {
    const panel = await askToQuit()
    await panel.presses('Leave on air', { type: 'quit', onAir: 'leave' })
    await panel.page.getByText('Friday Night is still on air, and will stay on air without Cuelight.').waitFor()
  })

  it('stops and quits after the same hold as Stop, with the arm from the core', async () => {
    const panel = await askToQuit()
    await panel.button('Stop and quit').hover()
    await panel.page.mouse.down()
    await panel.expectCommands({ type: 'armStop', projectId: 'p1', liveId: 'live1', mode: 'hold' })
    const phase = () => panel.button('Stop and quit').getAttribute('data-phase')
    await expect.poll(() => phase(), WAIT).toBe('armed')
    await panel.page.clock.runFor(1_400)
    await panel.expectOnly('armStop')
    await panel.page.clock.runFor(200)
    await panel.expectCommands('armStop', { type: 'quit', onAir: 'stop', armId: 'arm1' })
    await expectText(panel.tally, 'Cuelight has quit')
    await panel.page.mouse.up()
  })

  it('does nothing if released early', async () => {
    const panel = await askToQuit()
    await panel.button('Stop and quit').hover()
    await panel.page.mouse.down()
    await panel.expectCommands('armStop')
    await panel.page.mouse.up()
    await panel.expectCommands('armStop', 'cancelArm')
    await panel.page.clock.runFor(10_000)
    await panel.expectOnly('armStop', 'cancelArm')
  })

  it('by key it opens a window to cancel in; Escape closes only that, and staying cancels it too', async () => {
    const panel = await askToQuit()
    await panel.button('Stop and quit').press('Enter')
    await panel.page.getByText('Stopping and quitting in 3 s').waitFor()
    await pageKeys(panel.page, 'Escape')
    await panel.expectCommands('armStop', 'cancelArm')
    await expect.poll(() => panel.page.getByRole('dialog').count()).toBe(1)
    await panel.button('Stop and quit').press('Enter')
    await panel.page.getByText('Stopping and quitting in 3 s').waitFor()
    await panel.presses('Stay', 'armStop', 'cancelArm', 'armStop', 'cancelArm')
    await panel.page.clock.runFor(10_000)
    await panel.expectOnly('armStop', 'cancelArm', 'armStop', 'cancelArm')
  })

  it('cannot stop two at once, and says so', async () => {
    const project = { ...liveProject(), id: 'p2', name: 'Morning prayer' }
    const state = appState(liveProject())
    const panel = await askToQuit({ ...state, projects: { ...state.projects, p2: project } })
    const stop = panel.button('Stop and quit')
    await expect.poll(() => stop.getAttribute('title')).toContain('stop them one by one')
    await stop.press('Enter')
    await panel.expectOnly()
  })
})
