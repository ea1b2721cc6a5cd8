/** The overlay in real Chromium: what it shows, what it never shows, and what it sounds like. */
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { DesktopState, Toast, ToastTone } from '../../shared/settings/desktop.ts'
import type { AppState } from '../../shared/state.ts'
import { TOAST_WORDS } from '../../shared/words/desktop/hotkeys.ts'
import { desktopState } from './desktopSheet.ts'
import { type Panel, panels, WAIT } from './panel.ts'
import { appState, arm, liveProject, NOW } from './states.ts'

const open = panels()

const SAID: Record<ToastTone, [word: string, title: string, detail: string | null]> = {
  armed: ['ARMED', 'Press again within 3 s', 'to go live with Friday Night on Main Channel, twitchy and The Page'],
  sent: ['SENT', 'Scene 3…', null],
  onAir: ['ON AIR', 'Main show', 'Main show is on air.'],
  done: ['DONE', 'Break: NOT on air', 'Break is not on air yet. Press Sync.'],
  refused: ['NOT DONE', 'Stop', 'Another broadcast is on air now. Nothing was sent: look again.'],
  unknown: ['NOT KNOWN', 'Go live', TOAST_WORDS.unknownMore],
  alarm: ['LOOK', 'Ended elsewhere: Friday Night', 'Nobody stopped it here. Check the studio.'],
}
const TONES = Object.keys(SAID) as ToastTone[]

function flash(tone: ToastTone, nr = 1): Toast {
  const [, title, detail] = SAID[tone]
  return { nr, at: NOW, tone, title, detail }
}

const ARM = arm({ act: 'goLive', mode: 'press', notBefore: NOW + 400 })

function withFlash(tone: ToastTone | null, more: Partial<DesktopState['settings']> = {}): AppState {
  const desktop = desktopState({ flash: tone && flash(tone) })
  const settings = { ...desktop.settings, ...more }
  return appState(liveProject(), { desktop: { ...desktop, settings }, arm: tone === 'armed' ? ARM : null })
}

const openOverlay = (state: AppState, more: { reducedMotion?: 'reduce' } = {}) =>
  open(state, { at: '?page=overlay', viewport: { width: 460, height: 120 }, ...more })

const card = ({ page }: Panel) => page.locator('.flash')

/** Nothing is drawn, although the page has loaded and knows the state. */
async function expectNothing(panel: Panel): Promise<void> {
  await panel.page.locator('.overlay').waitFor({ state: 'attached' })
  await expect.poll(() => card(panel).count(), WAIT).toBe(0)
  await expect.poll(() => panel.page.locator('body').innerText()).toBe('')
}

describe('the card', () => {
  test.each(TONES)('%s has its own shape, word and sentence', async (tone) => {
    const panel = await openOverlay(withFlash(tone))
    const [word, title, detail] = SAID[tone]
    await card(panel).waitFor()
    const status = await panel.page.getByRole('status').innerText()
    expect(status.split('\n').filter(Boolean)).toEqual([word, title, ...(detail ? [detail] : [])])
    const box = await card(panel).boundingBox()
    expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 460 && box.y + box.height <= 120).toBe(true)
  })

  test('no two tones have the same shape', async () => {
    const panel = await openOverlay(withFlash('armed'))
    const shapes = new Set<string>()
    for (const tone of TONES) {
      panel.core.become(withFlash(tone))
      await panel.page.locator(`.flash[data-tone="${tone}"]`).waitFor()
      shapes.add(await panel.page.locator('.flash-shape').innerHTML())
    }
    expect(shapes.size).toBe(TONES.length)
  })

  test('a rehearsal is marked, and nothing in it is plain red', async () => {
    const state = withFlash('onAir')
    const panel = await openOverlay({ ...state, service: { ...state.service, rehearsal: true } })
    await panel.page.getByText('REHEARSAL', { exact: true }).waitFor()
    await expect
      .poll(() => panel.page.locator('.flash-disc').evaluate((disc) => getComputedStyle(disc).fill))
      .toContain('url(')
  })

  test('words that are too long stay inside it', async () => {
    const panel = await openOverlay(withFlash('refused'))
    panel.core.set({ desktop: { flash: { title: 'A scene '.repeat(12), detail: 'Nothing was sent. '.repeat(20) } } })
    await panel.page.getByText('A scene A scene').waitFor()
    expect((await card(panel).boundingBox())?.height).toBeLessThanOrEqual(112)
  })

  test('appears and disappears with the outcome', async () => {
    const panel = await openOverlay(withFlash(null))
    await expectNothing(panel)
    panel.core.become(withFlash('done'))
    await card(panel).waitFor()
    panel.core.become(withFlash(null))
    await expectNothing(panel)
  })

  test('is absent when the overlay is turned off, or without a desktop', async () => {
    const panel = await openOverlay(withFlash('done', { overlay: false }))
    await expectNothing(panel)
    panel.core.become(appState(liveProject()))
    await expectNothing(panel)
  })

  test('disappears when the core does, because what is armed may have changed', async () => {
    const panel = await openOverlay(withFlash('armed'))
    await card(panel).waitFor()
    panel.core.goDown()
    await expectNothing(panel)
  })

  test('the page is transparent around it, and nothing on it can be pressed', async () => {
    const panel = await openOverlay(withFlash('done'))
    await card(panel).waitFor()
    const grounds = await panel.page.evaluate(() =>
      [document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor),
    )
    expect(grounds).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])
    expect(await panel.page.locator('button, a, input, [tabindex]').count()).toBe(0)
  })

  test('the remaining time is a moving bar, unless reduced motion is set', async () => {
    const moving = await openOverlay(withFlash(null))
    moving.core.become(withFlash('armed'))
    const bar = moving.page.locator('.flash-left')
    await bar.waitFor()
    await expect.poll(() => bar.evaluate((one) => getComputedStyle(one).animationDuration)).toBe('3s')
    const still = await openOverlay(withFlash('armed'), { reducedMotion: 'reduce' })
    await card(still).waitFor()
    await expect.poll(() => still.page.locator('.flash-left').isVisible()).toBe(false)
    expect(await still.page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})

/** Makes the page play into memory instead of a loudspeaker. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const memory = new OfflineAudioContext(1, 88_200, 44_100)
    memory.resume = async () => {}
    memory.suspend = async () => {}
    const heard = { memory, beeps: 0 }
    Object.assign(window, {
      heard,
      AudioContext: function Speaker() {
        return memory
      },
      OscillatorNode: class extends OscillatorNode {
        readonly nr = ++heard.beeps
      },
    })
  })
  await page.reload()
  await page.locator('.overlay').waitFor({ state: 'attached' })
}

const beeps = (page: Page) => page.evaluate(() => (window as unknown as { heard: { beeps: number } }).heard.beeps)

function rendered(page: Page) {
  return page.evaluate(async () => {
    const { memory } = (window as unknown as { heard: { memory: OfflineAudioContext } }).heard
    const wave = (await memory.startRendering()).getChannelData(0)
    const loud = wave.map(Math.abs)
    // The number of zero crossings of the wave in each 20 ms, as a fingerprint of the sound.
    const print = Array.from({ length: 40 }, (_, slice) => {
      const part = wave.subarray(slice * 882, (slice + 1) * 882)
      return part.reduce((count, value, at) => count + (at > 0 && value * (part[at - 1] ?? 0) < 0 ? 1 : 0), 0)
    })
    const ms = (loud.findLastIndex((value) => value > 1e-4) / 44_100) * 1000
    return { peak: loud.reduce((most, value) => Math.max(most, value), 0), ms, print }
  })
}

async function openSilent(more: Partial<DesktopState['settings']> = {}): Promise<Panel> {
  const panel = await openOverlay(withFlash(null, more))
  await listen(panel.page)
  return panel
}

describe('the sound', () => {
  test('each tone is audible, quiet, short, and different from all others', async () => {
    const prints = new Map<ToastTone, number[]>()
    for (const tone of TONES) {
      const panel = await openSilent()
      panel.core.become(withFlash(tone))
      await card(panel).waitFor()
      await panel.page.clock.runFor(50)
      const { peak, ms, print } = await rendered(panel.page)
      expect([tone, peak > 0.03, peak <= 10 ** (-18 / 20)]).toEqual([tone, true, true])
      expect([tone, ms > 30, ms < 700]).toEqual([tone, true, true])
      for (const [other, its] of prints) {
        const differs = print.filter((count, at) => Math.abs(count - (its[at] ?? 0)) > 2).length
        expect([tone, other, differs > 1]).toEqual([tone, other, true])
      }
      prints.set(tone, print)
    }
  })

  test('is played once for each outcome, however often the state changes', async () => {
    const panel = await openSilent()
    await sounds(panel, 'sent', 1)
    await expect.poll(() => beeps(panel.page)).toBe(1)
    panel.core.set({ padlock: { locked: true }, desktop: { flash: { title: 'The same' } } })
    await panel.page.getByText('The same').waitFor()
    await panel.page.clock.runFor(500)
    await expect.poll(() => beeps(panel.page)).toBe(1)
    for (const sound of [false, true]) {
      panel.core.set({ desktop: { settings: { sound }, flash: { title: `Turned to ${sound}` } } })
      await panel.page.getByText(`Turned to ${sound}`).waitFor()
      await panel.page.clock.runFor(50)
    }
    await expect.poll(() => beeps(panel.page)).toBe(1)
    await sounds(panel, 'sent', 2)
    await expect.poll(() => beeps(panel.page)).toBe(2)
  })

  test('an immediate refusal sounds only as refused', async () => {
    const panel = await openSilent()
    await shows(panel, 'sent', 1)
    await shows(panel, 'refused', 2)
    await panel.page.clock.runFor(50)
    await expect.poll(() => beeps(panel.page)).toBe(2)
  })

  test('is never played when it is turned off, and plays without the card when that is off', async () => {
    const silent = await openSilent({ sound: false })
    silent.core.become(withFlash('done', { sound: false }))
    await card(silent).waitFor()
    await silent.page.clock.runFor(500)
    expect(await beeps(silent.page)).toBe(0)

    const unseen = await openSilent({ overlay: false })
    unseen.core.become(withFlash('done', { overlay: false }))
    await expect.poll(() => unseen.page.clock.runFor(50).then(() => beeps(unseen.page))).toBe(2)
    await expectNothing(unseen)
  })

  test('is not played for an outcome from before the page was open', async () => {
    const panel = await openSilent()
    panel.core.become(withFlash('refused'))
    panel.core.set({ desktop: { flash: { at: NOW - 2_000 } } })
    await card(panel).waitFor()
    await panel.page.clock.runFor(500)
    expect(await beeps(panel.page)).toBe(0)
  })
})

async function shows(panel: Panel, tone: ToastTone, nr: number): Promise<void> {
  panel.core.set({ desktop: { flash: { ...flash(tone, nr), title: `Answer ${nr}` } } })
  await panel.page.getByText(`Answer ${nr}`).waitFor()
}

/** Shows an outcome, and waits until no newer one can overtake its sound. */
async function sounds(panel: Panel, tone: ToastTone, nr: number): Promise<void> {
  await shows(panel, tone, nr)
  await panel.page.clock.runFor(50)
}
