/** Stop takes a whole hold or a confirmation, and an early release stops nothing. */
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/outcome.ts'
import { holdAt, keysAt, pageKeys } from '../support/keys.ts'
import { expectFocus, type Panel, panels, settle, WAIT } from './panel.ts'
import type { Received } from './scriptedCore.ts'
import { appState, arm, done, liveProject, NOW, padlocked, preparingProject } from './states.ts'

const open = panels()

const stopped: Outcome = done({ what: 'stopped', liveId: 'live1' })
const cancelled: Outcome = done({ what: 'armCancelled' })

/** Arms like the core: each arm is sent to all clients before its outcome. */
function armingCore(panel: Panel): void {
  let nr = 0
  panel.core.reply = ({ command }: Received) => {
    if (command.type === 'armStop') {
      const lasts = command.mode === 'hold' ? 1_500 : 3_000
      const made = arm({ armId: `arm${++nr}`, mode: command.mode, notBefore: NOW + lasts, expires: NOW + 2 * lasts })
      panel.core.set({ arm: made })
      return { result: 'armed', arm: made }
    }
    panel.core.set({ arm: null })
    return command.type === 'cancelArm' ? cancelled : stopped
  }
}

async function openLive(): Promise<Panel> {
  const panel = await open(appState(liveProject()))
  await panel.button('Stop').waitFor()
  armingCore(panel)
  return panel
}

async function pressDown({ page, button }: Panel): Promise<void> {
  await button('Stop').hover()
  await page.mouse.down()
}

describe('holding Stop', () => {
  it('arms on the way down, commits once at the threshold, and ignores the release', async () => {
    const panel = await openLive()
    await pressDown(panel)
    await panel.expectCommands({ type: 'armStop', projectId: 'p1', liveId: 'live1', mode: 'hold' })
    await panel.page.getByText('Keep holding to stop…').waitFor()
    // The words appear with the arm; the timer starts with the outcome, which may arrive later.
    await panel.page.locator('.stop[data-phase=armed]').waitFor()
    await panel.page.clock.runFor(1_450)
    await panel.expectOnly('armStop')
    await panel.page.clock.runFor(150)
    await panel.expectCommands('armStop', { type: 'commitStop', armId: 'arm1' })
    await panel.page.clock.runFor(3_000)
    await panel.page.mouse.up()
    await settle(panel)
    await panel.page.clock.runFor(3_000)
    await panel.expectCommands('armStop', 'commitStop')
  })

  it('a finger that lifts early stops nothing, even if a mouse clicked meanwhile', async () => {
    const panel = await openLive()
    const box = await panel.button('Stop').boundingBox()
    if (!box) throw new Error('not drawn')
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const devices = await panel.page.context().newCDPSession(panel.page)
    await devices.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    await panel.expectCommands('armStop')
    await panel.page.locator('.stop[data-phase=armed]').waitFor()
    await panel.page.mouse.click(at.x, at.y)
    await devices.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await settle(panel)
    await panel.page.clock.runFor(10_000)
    await panel.expectOnly('armStop', 'cancelArm')
  })

  it('offers the report of the stopped broadcast', async () => {
    const panel = await openLive()
    await pressDown(panel)
    await panel.page.locator('.stop[data-phase=armed]').waitFor()
    await panel.page.clock.runFor(1_600)
    const link = panel.page.getByRole('link', { name: 'See its report' })
    await expect.poll(() => link.getAttribute('href')).toBe('#reports?project=p1&live=live1')
    await panel.page.mouse.up()
  })

  it('counts from the core’s arm, not from the press', async () => {
    const panel = await openLive()
    const answer = panel.core.reply
    panel.core.reply = (received) => (received.command.type === 'armStop' ? 'silence' : answer(received))
    await pressDown(panel)
    await panel.expectCommands('armStop')
    await panel.page.clock.runFor(4_000)
    await panel.expectOnly('armStop')
    const [first] = panel.core.received
    panel.core.say({ type: 'outcome', id: first?.id, outcome: { result: 'armed', arm: arm() } })
    await expect.poll(() => phase(panel), WAIT).toBe('armed')
    await panel.page.clock.runFor(1_400)
    await panel.expectOnly('armStop')
    await panel.page.clock.runFor(200)
    await panel.expectCommands('armStop', 'commitStop')
  })

  it('is cancelled by an early release, which explains how to stop', async () => {
    const panel = await openLive()
    await pressDown(panel)
    await panel.expectCommands('armStop')
    await expect.poll(() => phase(panel), WAIT).toBe('armed')
    await panel.page.clock.runFor(1_000)
    await panel.page.mouse.up()
    await panel.expectCommands('armStop', 'cancelArm')
    await panel.page.getByText('Hold to stop. Nothing was sent.').waitFor()
    await panel.page.clock.runFor(10_000)
    await panel.expectOnly('armStop', 'cancelArm')
  })

  it('is cancelled even by a release before the core has armed it', async () => {
    const panel = await openLive()
    const answer = panel.core.reply
    panel.core.reply = (received) => (received.command.type === 'armStop' ? 'silence' : answer(received))
    await panel.presses('Stop', 'armStop')
    panel.core.say({ type: 'outcome', id: panel.core.received[0]?.id, outcome: { result: 'armed', arm: arm() } })
    await panel.expectCommands('armStop', 'cancelArm')
    await panel.page.clock.runFor(10_000)
    await panel.expectOnly('armStop', 'cancelArm')
  })

  const losses: Record<string, (panel: Panel) => Promise<unknown>> = {
    'the window losing the focus': ({ page }) => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
    'the pointer being taken away': ({ button }) => button('Stop').dispatchEvent('pointercancel', { pointerId: 1 }),
    'the capture being lost': ({ button }) => button('Stop').dispatchEvent('lostpointercapture', { pointerId: 1 }),
    Escape: ({ page }) => pageKeys(page, 'Escape'),
  }
  for (const [name, lose] of Object.entries(losses)) {
    it(`is cancelled by ${name}, once`, async () => {
      const panel = await openLive()
      await pressDown(panel)
      await expect.poll(() => phase(panel), WAIT).toBe('armed')
      await lose(panel)
      await panel.expectCommands('armStop', 'cancelArm')
      await panel.page.mouse.up()
      await panel.page.clock.runFor(10_000)
      await panel.expectOnly('armStop', 'cancelArm')
    })
  }

  it('is given up when the link breaks, and nothing is committed afterwards', async () => {
    const panel = await openLive()
    await pressDown(panel)
    await expect.poll(() => phase(panel), WAIT).toBe('armed')
    panel.core.breakLinks()
    await panel.page.getByText('It was not stopped from here.').waitFor()
    await panel.page.clock.runFor(10_000)
    await expect.poll(() => panel.tally.getAttribute('data-tally'), WAIT).not.toBe('stale')
    await panel.expectCommands('armStop')
  })

  it('says why when the core refuses to arm', async () => {
    const panel = await openLive()
    panel.core.reply = () => padlocked
    await pressDown(panel)
    await panel.page.getByText('The padlock is closed. Open it first.').waitFor()
    await panel.page.clock.runFor(3_000)
    await panel.page.mouse.up()
    await panel.expectOnly('armStop')
  })

  it('works while preparing', async () => {
    const panel = await open(appState(preparingProject()))
    armingCore(panel)
    await pressDown(panel)
    await expect.poll(() => phase(panel), WAIT).toBe('armed')
    await panel.page.clock.runFor(1_600)
    await panel.expectCommands('armStop', 'commitStop')
    await panel.page.mouse.up()
  })

  it('does nothing for another mouse button', async () => {
    const panel = await openLive()
    await panel.button('Stop').click({ button: 'right' })
    await panel.expectOnly()
  })
})

describe('stopping by key', () => {
  for (const key of ['Enter', ' ']) {
    it(`${key === ' ' ? 'Space' : key} opens a window to cancel in, and commits at its end`, async () => {
      const panel = await openLive()
      await panel.button('Stop').focus()
      await keysAt(panel.button('Stop'), key)
      await panel.expectCommands('armStop')
      expect(panel.core.commands[0]).toMatchObject({ mode: 'cancelWindow' })
      await panel.page.getByText('Stopping in 3 s').waitFor()
      await expectFocus(panel.button('Cancel'))
      await panel.page.clock.runFor(2_900)
      await panel.expectOnly('armStop')
      await panel.page.clock.runFor(200)
      await panel.expectCommands('armStop', 'commitStop')
      await expectFocus(panel.button('Stop'))
    })
  }

  it('a click without a pointer does the same', async () => {
    const panel = await openLive()
    await panel.button('Stop').evaluate((button: HTMLElement) => button.click())
    await panel.expectCommands('armStop')
    expect(panel.core.commands[0]).toMatchObject({ mode: 'cancelWindow' })
  })

  for (const way of ['the Cancel button', 'Escape'] as const) {
    it(`${way} cancels it`, async () => {
      const panel = await openLive()
      await panel.button('Stop').press('Enter')
      await panel.button('Cancel').waitFor()
      await keysAt(panel.button('Cancel'), way === 'Escape' ? 'Escape' : 'Enter')
      await panel.expectCommands('armStop', 'cancelArm')
      await panel.page.getByText('Cancelled. Nothing was sent.').waitFor()
      await panel.page.clock.runFor(10_000)
      await panel.expectOnly('armStop', 'cancelArm')
    })
  }

  it('a held key counts once, and does not press Cancel either', async () => {
    const panel = await openLive()
    await panel.button('Stop').focus()
    await holdAt(panel.button('Stop'), 'Enter')
    await holdAt(panel.button('Cancel'), ...Array(5).fill('Enter'))
    await panel.page.keyboard.up('Enter')
    await panel.expectOnly('armStop')
    await panel.page.clock.runFor(3_100)
    await panel.expectCommands('armStop', 'commitStop')
  })

  it('is given up when the arm is cancelled elsewhere', async () => {
    const panel = await openLive()
    await panel.button('Stop').press('Enter')
    await panel.button('Cancel').waitFor()
    panel.core.set({ arm: null })
    await panel.page.getByText('The stop was cancelled elsewhere.').waitFor()
    await panel.page.clock.runFor(10_000)
    await panel.expectOnly('armStop')
  })
})

async function phase({ button }: Panel): Promise<string | null> {
  return button('Stop').getAttribute('data-phase')
}
