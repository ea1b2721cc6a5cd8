/** The tally says what is true, how fresh it is, and when the show ends. */
import { describe, expect, it } from 'vitest'
import type { FailureKind } from '../../shared/failures.ts'
import type { AppState } from '../../shared/state.ts'
import type { Tally } from '../../shared/tally.ts'
import { expectText, panels, WAIT } from './panel.ts'
import { SHEET } from './sheet.ts'
import { appState, liveProject, NOW, offline, offProject } from './states.ts'

const open = panels()

const failing = (kind: FailureKind): Partial<AppState> => ({
  service: { ...appState().service, failure: { ...offline, kind } },
})

const EXPECTED: Record<string, [tally: Tally, sentence: string]> = {
  off: ['off', 'Nothing is on air'],
  offFaulty: ['off', 'Nothing is on air'],
  preparing: ['preparing', 'Preparing: not on air yet'],
  live: ['live', 'On air: Main show'],
  liveNearEnd: ['live', 'On air: Main show'],
  airNotKnown: ['live', 'the service does not say which scene viewers see'],
  unsynced: ['unsynced', '2 changes not on air yet'],
  rehearsal: ['unsynced', 'REHEARSAL: nothing is broadcast'],
  rehearsalOff: ['off', 'REHEARSAL: nothing is broadcast'],
  unknown: ['unknown', 'Checking: did it go live?'],
  error: ['error', 'Off air with an error'],
  endedElsewhere: ['off', 'Nothing is on air'],
  reachesNobody: ['error', 'every destination reports a fault'],
  stale: ['stale', 'No contact. Was live when last seen'],
  unauthorised: ['error', 'The service does not accept this API key'],
  loading: ['unknown', 'Not known yet: asking the service'],
  noKey: ['error', 'There is no API key yet'],
  noProject: ['unknown', 'No project chosen: what is on air is not known'],
  noProjects: ['unknown', 'No project chosen: what is on air is not known'],
  padlocked: ['live', 'On air: Main show'],
  offBeside: ['off', 'Off air. Morning loop is on air'],
  armedGoLive: ['off', 'Nothing is on air'],
  armedByAgent: ['live', 'On air: Main show'],
  armedExpired: ['off', 'Nothing is on air'],
  notices: ['live', 'On air: Main show'],
  longNames: ['unsynced', 'On air: The very long'],
  oneScene: ['live', 'On air: Main show'],
  noScenes: ['off', 'Nothing is on air'],
  many: ['live', 'On air: Scene 2'],
}

describe('the tally', () => {
  it('says what is true in every state', async () => {
    const { core, tally, page } = await open(appState())
    expect(Object.keys(EXPECTED)).toEqual(Object.keys(SHEET))
    for (const [name, [look, sentence]] of Object.entries(EXPECTED)) {
      const state = SHEET[name]
      if (!state) throw new Error(`no state ${name}`)
      core.become(state)
      await expect.poll(() => tally.getAttribute('data-tally'), { message: name }).toBe(look)
      await expect.poll(() => tally.innerText(), { message: name }).toContain(sentence)
      await expect.poll(() => page.getByRole('status').count(), { message: name }).toBe(1)
    }
  })

  it('highlights Go live only when it is the next thing to do, and it can still be pressed at other times', async () => {
    const { core, page, button } = await open(appState())
    const goLive = button('Go live')
    await goLive.waitFor()
    const cue = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--cue)'
      const colour = getComputedStyle(probe).color
      probe.remove()
      return colour
    })
    const locked = appState(offProject(), { padlock: { locked: true } })
    const shining: [string, AppState | undefined, boolean][] = [
      ['off', SHEET.off, true],
      ['error', SHEET.error, true],
      ['unauthorised', SHEET.unauthorised, false],
      ['loading', SHEET.loading, false],
      ['rateLimited', appState(offProject(), failing('rateLimited')), true],
      ['offline', appState(offProject(), failing('offline')), false],
      ['locked', locked, false],
      ['live', SHEET.live, false],
    ]
    for (const [name, state, shines] of shining) {
      if (!state) throw new Error(`no state ${name}`)
      core.become(state)
      const look = () =>
        goLive.evaluate((one) => [getComputedStyle(one).backgroundColor, one.getAttribute('aria-disabled')])
      const seen = async () => look().then(([colour, inert]) => [name, colour === cue, inert])
      await expect.poll(seen, WAIT).toEqual([name, shines, name === 'live' ? 'true' : null])
    }
  })

  it('becomes stale by time alone', async () => {
    const { core, tally, page } = await open(appState(liveProject()))
    await expectText(tally, 'On air: Main show')
    await page.clock.runFor(86_000)
    await expect.poll(() => tally.getAttribute('data-tally')).toBe('live')
    await page.clock.runFor(3_000)
    await expectText(tally, 'No contact. Was live when last seen')
    await expect.poll(() => tally.getAttribute('data-tally')).toBe('stale')
    expect(await page.getByText('ON AIR', { exact: true }).count()).toBe(0)
    await page.getByText('WAS ON AIR', { exact: true }).waitFor()
    core.change((draft) => {
      const live = draft.projects.p1?.live
      if (live) live.readAt += 90_000
    })
    await expectText(tally, 'On air: Main show')
  })

  it('announces nothing while only time passes, though the clock and the freshness move', async () => {
    const { tally, page } = await open(appState(liveProject()))
    await expectText(page.getByRole('timer'), '1:42:07')
    await page.getByText('confirmed 3 s ago').waitFor()
    await tally.evaluate((status) => {
      const all = { subtree: true, childList: true, characterData: true, attributes: true }
      const note = (seen: object[]) => document.body.setAttribute('data-chatter', String(seen.length))
      new MutationObserver(note).observe(status, all)
    })
    await page.clock.runFor(5_000)
    await expectText(page.getByRole('timer'), '1:42:12')
    await page.getByText('confirmed 8 s ago').waitFor()
    await page.getByText('ends in 17:48 (planned)').waitFor()
    expect(await page.locator('body').getAttribute('data-chatter')).toBeNull()
  })

  it('warns when the earliest end is near, and names what ends it', async () => {
    const state = SHEET.liveNearEnd ?? appState()
    const { page } = await open(state)
    const end = page.locator('.clock-end')
    await expectText(end, 'ends in 4:05 (next schedule)')
    await expect.poll(() => end.getAttribute('data-near')).toBe('true')
    await page.clock.runFor(246_000)
    await expectText(page.getByRole('status'), 'No contact')
  })

  it('names the tab after what is on air', async () => {
    const { core, page } = await open(appState(offProject()))
    await expect.poll(() => page.title(), WAIT).toBe('OFF · Cuelight')
    core.become(SHEET.rehearsal ?? appState())
    await expect.poll(() => page.title(), WAIT).toBe('LIVE REHEARSAL · Cuelight')
  })
})

describe('marks of scenes', () => {
  const mark = (page: import('playwright').Page, name: string) =>
    page.getByRole('button', { name, exact: true }).getAttribute('data-mark')

  it('mark as on air only what the air reports, never the active scene', async () => {
    const { core, page, button } = await open(appState(SHEET.unsynced?.projects.p1 ?? offProject()))
    await button('Break').waitFor()
    await expect.poll(() => mark(page, 'Main show')).toBe('onAir')
    await expect.poll(() => mark(page, 'Break')).toBe('notYet')
    core.become(SHEET.airNotKnown ?? appState())
    await expect.poll(() => mark(page, 'Main show'), WAIT).toBe('active')
    expect(await page.locator('[data-mark="onAir"]').count()).toBe(0)
    core.become(SHEET.preparing ?? appState())
    await expect.poll(() => mark(page, 'Main show'), WAIT).toBe('next')
    expect(await page.locator('[data-mark="onAir"]').count()).toBe(0)
    core.become(SHEET.off ?? appState())
    await expect.poll(() => mark(page, 'Opening'), WAIT).toBe('next')
  })
})

describe('ages follow the core’s clock, whatever the page’s own is set to', () => {
  const readAgo = (now: number, ago: number) => {
    const live = liveProject()
    return appState({ ...live, live: live.live && { ...live.live, readAt: now - ago } })
  }

  it.each([-3_600_000, -60_000, 90_000, 3_600_000])('%d ms apart', async (skew) => {
    const now = NOW + skew
    const panel = await open(readAgo(now, 7_000), { core: { now } })
    // The page's clock jumped while it opened: the core sends its time with each state.
    panel.core.become(readAgo(now, 7_000))
    await expectText(panel.page.locator('.tally-fresh'), 'confirmed 7 s ago')
    await panel.expectTally('live')
    // It keeps counting while the core sends nothing.
    await panel.page.clock.runFor(5_000)
    await expectText(panel.page.locator('.tally-fresh'), 'confirmed 12 s ago')
  })
})
