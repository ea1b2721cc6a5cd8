/** Settings, Rehearsal: faults, scenarios and accounts of the local studio. */
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/outcome.ts'
import type { AppState } from '../../shared/state.ts'
import { goneButton } from '../support/gone.ts'
import { expectText, type Panel, panels, WAIT } from './panel.ts'
import { activeFault, KEYS, PLAYING, rehearsing } from './setupStates.ts'
import { appState, liveProject, NOW, offProject } from './states.ts'

const open = panels()
const set: Outcome = { result: 'done', done: { what: 'faultSet', kind: 'latency' } }

const openRehearsal = (state: AppState = rehearsing({})) => open(state, { at: '#set-up/rehearsal' })

const region = ({ page }: Panel, name: string) => page.getByRole('region', { name, exact: true })
const field = ({ page }: Panel, name: string) => page.getByLabel(name, { exact: true })

it('while a real service is in use: there is nothing to rehearse with, except a link to the local studio', async () => {
  const panel = await openRehearsal(appState(offProject()))
  await panel.page.getByText('Main account is in use. Rehearsing is for the local studio only').waitFor()
  await panel.presses('Use the local studio', { type: 'switchProfile', profileId: 'studio' })
})

it('while a real service is in use: not even that while something is on air, and the page says why', async () => {
  const panel = await openRehearsal(appState(liveProject()))
  await panel.page.getByText('Stop Friday Night to switch accounts.').last().waitFor()
  await panel.button('Use the local studio').click({ force: true })
  await panel.expectOnly()
})

it('faults: are set with the fields that apply to their kind', async () => {
  const panel = await openRehearsal()
  panel.core.reply = () => set
  await panel.button('Set Slow replies').click()
  await field(panel, 'Affects').selectOption('start')
  const fields = { 'Delay (s)': '2.5', 'How many times': '3', 'For how long (s)': '90' }
  for (const [name, value] of Object.entries(fields)) await field(panel, name).fill(value)
  await panel.presses('Set fault', 'setFault')
  await goneButton(panel.page, 'Set fault')
  await panel.button('Set Clock jumps').click()
  expect(await field(panel, 'Affects').count()).toBe(0)
  expect(await field(panel, 'How many times').count()).toBe(0)
  await field(panel, 'Jumps by (min)').fill('-30')
  await panel.presses('Set fault', 'setFault', 'setFault')
  await panel.button('Set Ends by itself').click()
  expect(await panel.page.getByRole('spinbutton', { name: 'For how long (s)' }).count()).toBe(0)
  await panel.presses('Set fault', 'setFault', 'setFault', 'setFault')
  expect(panel.core.commands.map((one) => one.type === 'setFault' && one.fault)).toEqual([
    { kind: 'latency', on: 'start', ms: 2_500, times: 3, forMs: 90_000 },
    { kind: 'clockJump', on: 'all', ms: -1_800_000 },
    { kind: 'stopsByItself', on: 'all' },
  ])
})

it('faults: that make no sense show an error at their field, and are not sent', async () => {
  const panel = await openRehearsal()
  await panel.button('Set Nobody there').click()
  await field(panel, 'How many times').fill('0')
  await panel.button('Set fault').click()
  await expectText(panel.page.getByRole('alert'), 'a whole number from 1 to 1,000')
  await field(panel, 'How many times').fill('')
  await field(panel, 'For how long (s)').pressSequentially('1e')
  await panel.button('Set fault').click()
  await expectText(panel.page.getByRole('alert'), 'It takes up to 24 hours, or nothing.')
  await panel.expectOnly()
})

it('faults: active ones are listed with what is left, and can be ended one by one or all', async () => {
  const faults = [activeFault('latency', { until: NOW + 65_000 }), activeFault('hung', { timesLeft: 2 })]
  const panel = await openRehearsal(rehearsing({ faults }))
  const list = region(panel, 'Active now')
  await expectText(list, /Slow replies[\s\S]*1:05 left[\s\S]*No reply[\s\S]*2 times left/)
  await panel.page.clock.runFor(5_000)
  await expectText(list, '1:00 left')
  await panel.button('End Slow replies').click()
  await panel.presses('End all', { type: 'clearFault', faultId: 'f-latency' }, 'clearFaults')
})

it('scenarios are played, show their progress, and can be stopped', async () => {
  const panel = await openRehearsal()
  await panel.presses('Play Platform down', 'playScenario')
  panel.core.set({ rehearsal: PLAYING })
  const card = panel.page.getByRole('listitem').filter({ hasText: 'Platform down' }).last()
  await expectText(region(panel, 'Scenarios'), '1:15 left')
  await panel.page.clock.runFor(3_000)
  await expectText(region(panel, 'Scenarios'), '1:12 left')
  await expectText(region(panel, 'Active now'), 'from Platform down')
  await card.waitFor()
  await panel.presses('End Platform down', 'playScenario', 'stopScenario')
})

describe('the studio', () => {
  it('plays the chosen account, and shows what is true', async () => {
    const panel = await openRehearsal()
    const free = panel.page.getByRole('radio', { name: /^Free plan/ })
    await free.click()
    await panel.expectCommands({ type: 'rehearseAs', account: 'free' })
    await expect.poll(() => free.isChecked()).toBe(false)
    panel.core.set({ rehearsal: { account: 'free' } })
    await expect.poll(() => free.isChecked(), WAIT).toBe(true)
  })

  it('prepares for as long as it is set to', async () => {
    const panel = await openRehearsal()
    await expect.poll(() => field(panel, 'Preparing takes (s)').inputValue()).toBe('8')
    await field(panel, 'Preparing takes (s)').fill('0.5')
    await panel.presses('Set time', { type: 'setPreparing', ms: 500 })
    await field(panel, 'Preparing takes (s)').fill('')
    await panel.button('Set time').click()
    await panel.page.getByRole('alert').waitFor()
    await panel.expectCommands('setPreparing')
  })

  it('makes keys and stores them in a file, and shows which file until the next press there', async () => {
    const panel = await openRehearsal(rehearsing({ keys: KEYS }))
    const done = { what: 'studioKeyCreated', label: 'the desk', file: 'keys/the-desk.txt' } as const
    panel.core.reply = () => ({ result: 'done', done })
    await field(panel, 'Label of the new key').fill('the desk')
    await panel.presses('Make key', 'createStudioKey')
    await panel.page.getByText('is in keys/the-desk.txt, readable by you only').waitFor()
    await panel.page.clock.runFor(120_000)
    await panel.page.getByText('is in keys/the-desk.txt, readable by you only').waitFor()
    await panel.presses('Revoke the lighting desk', 'createStudioKey', { type: 'revokeStudioKey', keyId: 'k1' })
  })

  it('says so if it does not respond', async () => {
    const panel = await openRehearsal(rehearsing(null))
    await panel.page.getByText('The local studio is not answering', { exact: true }).waitFor()
    expect(await panel.page.getByRole('button', { name: /^Set / }).count()).toBe(0)
  })
})
