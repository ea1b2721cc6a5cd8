/** The times of the guard and the reading intervals, as the user sets them, and as the show obeys them. */
import { describe, expect, it } from 'vitest'
import type { Done } from '../../shared/outcome.ts'
import { DEFAULT_PREFERENCES, type PreferencesPart, withPart } from '../../shared/settings/preferences.ts'
import { type AppState, unreadProject } from '../../shared/state.ts'
import { keysAt, pageKeys, tabOn } from '../support/keys.ts'
import { expectText, hasFocus, type Panel, panels, WAIT } from './panel.ts'
import type { ScriptedCore } from './scriptedCore.ts'
import { appState, arm, done, liveProject, NOW, offProject, refused } from './states.ts'

const open = panels()

function keeping(core: ScriptedCore): void {
  core.reply = ({ command }) => {
    if (command.type !== 'setPreferences') throw new Error(`${command.type} was not to be sent`)
    const { guard, pace } = command
    core.set({ preferences: withPart(core.state.preferences, { guard, pace }) })
    const chosen = Object.entries({ ...guard, ...pace }).map(([name, ms]) => ({ name, ms })) as Chosen
    return done({ what: 'preferencesSet', chosen })
  }
}
type Chosen = Extract<Done, { what: 'preferencesSet' }>['chosen']

const openSection = (state: AppState = appState(offProject())) =>
  open(state, { at: '#set-up/running', before: keeping })

const field = ({ page }: Panel, name: string) => page.getByRole('spinbutton', { name, exact: true })
const row = ({ page }: Panel, name: string) => page.getByRole('listitem').filter({ hasText: name })
const chosen = ({ core }: Panel) =>
  core.commands.map((one) => (one.type === 'setPreferences' ? { ...one.guard, ...one.pace } : one.type))
const value = (panel: Panel, name: string, is: string) =>
  expect.poll(() => field(panel, name).inputValue(), WAIT).toBe(is)

describe('choosing a time', () => {
  it('by its buttons: steps made in quick succession are one choice, with the outcome at its place', async () => {
    const panel = await openSection()
    await value(panel, 'Hold Stop for', '1.5')
    for (let nr = 0; nr < 3; nr += 1) {
      await panel.button('More: Hold Stop for').click()
      await panel.page.clock.runFor(400)
    }
    await value(panel, 'Hold Stop for', '3')
    await panel.expectOnly()
    await panel.page.clock.runFor(1_000)
    await expectText(row(panel, 'Hold Stop for'), 'From now on, hold Stop for 3 s.')
    expect(chosen(panel)).toEqual([{ holdMs: 3_000 }])
  })

  it('by keyboard alone: arrows step, and a screen reader hears value, unit and bounds', async () => {
    const panel = await openSection()
    const hold = field(panel, 'Hold Stop for')
    await hold.focus()
    await keysAt(hold, 'ArrowUp', 'ArrowUp', 'ArrowDown')
    const heard = ['aria-valuetext', 'aria-valuenow', 'aria-valuemin', 'aria-valuemax']
    await expect.poll(() => Promise.all(heard.map((name) => hold.getAttribute(name)))).toEqual(['2 s', '2', '1', '5'])
    await keysAt(hold, 'Enter')
    await panel.expectCommands('setPreferences')
    expect(chosen(panel)).toEqual([{ holdMs: 2_000 }])
    await expect.poll(() => hasFocus(hold)).toBe(true)
  })

  it('by typing, also with a comma, saved when the user moves on', async () => {
    const panel = await openSection()
    await field(panel, 'Off air, every').fill('45,5')
    for (const _ of [1, 2, 3]) await tabOn(panel.page)
    await panel.expectCommands('setPreferences')
    expect(chosen(panel)).toEqual([{ idleMs: 45_500 }])
  })

  it('set by steps right before leaving is saved', async () => {
    const panel = await openSection()
    await panel.button('More: Time to cancel').click()
    await panel.page.evaluate(() => {
      location.hash = '#show'
    })
    await panel.expectCommands('setPreferences')
    expect(chosen(panel)).toEqual([{ cancelWindowMs: 4_000 }])
  })

  it.each(['0.9', '5.1', 'soon', '', '-2'])('%j shows an error at its field, and is not sent', async (text) => {
    const panel = await openSection()
    await field(panel, 'Hold Stop for').fill(text)
    await keysAt(field(panel, 'Hold Stop for'), 'Enter')
    await expectText(panel.page.getByRole('alert'), 'It takes 1 to 5 s.')
    await expect.poll(() => field(panel, 'Hold Stop for').getAttribute('aria-invalid')).toBe('true')
    await panel.expectOnly()
    await pageKeys(panel.page, 'Escape')
    await value(panel, 'Hold Stop for', '1.5')
    await expectText(panel.page.locator('.setup-title'), 'Show')
  })

  it('never steps beyond its bounds, and returns to the default by one press', async () => {
    const part: PreferencesPart = { guard: { holdMs: 5_000 } }
    const panel = await openSection(appState(offProject(), { preferences: withPart(DEFAULT_PREFERENCES, part) }))
    await panel.button('More: Hold Stop for').click()
    await value(panel, 'Hold Stop for', '5')
    await panel.page.clock.runFor(1_000)
    await panel.expectOnly()
    await panel.button('Back to 1.5 s Hold Stop for').click()
    await panel.page.clock.runFor(1_000)
    await panel.expectCommands('setPreferences')
    expect(chosen(panel)).toEqual([{ holdMs: 1_500 }])
    await panel.button('Default: 1.5 s Hold Stop for').click({ force: true })
    await expectText(row(panel, 'Hold Stop for'), 'This is the default.')
  })

  it('that the core refuses is shown at its field, with what was typed', async () => {
    const panel = await openSection()
    panel.core.reply = () =>
      refused({ reason: 'invalid', field: 'pace.liveMs', message: 'is too short for this service' })
    await field(panel, 'On air, every').fill('7')
    await keysAt(field(panel, 'On air, every'), 'Enter')
    await expectText(panel.page.getByRole('alert'), 'It is too short for this service.')
    await value(panel, 'On air, every', '7')
  })

  it('changed elsewhere is shown here', async () => {
    const panel = await openSection()
    panel.core.set({ preferences: { guard: { pressUntilMs: 6_000 } } })
    await value(panel, 'Time for the second press', '6')
  })
})

describe('the cost of reading', () => {
  const card = ({ page }: Panel) => page.getByRole('region', { name: 'Requests used' })

  it('is calculated from the settings and what the project contains', async () => {
    const scenes = Array.from({ length: 300 }, (_, nr) => ({ id: `s${nr}`, name: `${nr}`, isActive: nr === 0 }))
    const panel = await openSection()
    await expectText(card(panel), /On air\s+about 15 of 150 a minute\s+Off air\s+about 5 of 150 a minute/)
    await expectText(card(panel), 'The last 10 a minute are kept for your presses')
    panel.core.set({
      projects: { p1: { ...offProject(), scenes } },
      preferences: { pace: { liveMs: 10_000, idleMs: 60_000 } },
    })
    await expectText(card(panel), /On air\s+about 13 of 150 a minute\s+Off air\s+about 5 of 150 a minute/)
    await expectText(row(panel, 'On air, every'), 'After 30 s without an answer')
  })

  it('is shown without a project, too', async () => {
    const panel = await openSection(appState(unreadProject('p1', 'Friday Night')))
    await expectText(card(panel), 'about 15 of 150')
  })
})

describe('the show obeys the settings', () => {
  const guard = { holdMs: 3_000, cancelWindowMs: 8_000, pressUntilMs: 3_000 }
  const preferences = withPart(DEFAULT_PREFERENCES, { guard })

  function arming(core: ScriptedCore): void {
    core.reply = ({ command }) => {
      if (command.type !== 'armStop') return done({ what: 'stopped', liveId: 'live1' })
      const lasts = command.mode === 'hold' ? guard.holdMs : guard.cancelWindowMs
      const times = { armedAt: NOW, notBefore: NOW + lasts, expires: NOW + lasts + 1_500 }
      return { result: 'armed', arm: arm({ mode: command.mode, ...times }) }
    }
  }

  it('Stop takes a hold of 3 s, in its text, in its fill, and in effect', async () => {
    const panel = await open(appState(liveProject(), { preferences }), { before: arming })
    await panel.page.getByText('Hold Stop for 3 s.').waitFor()
    await panel.button('Stop').hover()
    await panel.page.mouse.down()
    await panel.expectCommands('armStop')
    const fill = panel.page.locator('.stop-fill[data-filling]')
    await fill.waitFor()
    await expect
      .poll(() => fill.evaluate((element) => getComputedStyle(element).transitionDuration))
      .toMatch(/^3\.0\d+s$/)
    await panel.page.clock.runFor(2_990)
    await panel.expectOnly('armStop')
    await panel.page.clock.runFor(100)
    await panel.expectCommands('armStop', 'commitStop')
    await panel.page.mouse.up()
  })

  it('by keyboard the stop can be cancelled for 8 s', async () => {
    const panel = await open(appState(liveProject(), { preferences }), { before: arming })
    await panel.button('Stop').press('Enter')
    await panel.page.getByText('Stopping in 8 s').waitFor()
    await panel.page.clock.runFor(7_900)
    await panel.expectOnly('armStop')
    await panel.page.clock.runFor(200)
    await panel.expectCommands('armStop', 'commitStop')
  })
})
