/** Settings, Access: who can open the panel, and how to end that. */

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { NO_PHONES, type Phones } from '../../shared/phone/phones.ts'
import type { PanelSessionShown } from '../../shared/query/panelSessions.ts'
import { accessOf, DECKS, OSC, PHONES, SEVERAL, WAITS } from './accessSheet.ts'
import { expectText, panels, WAIT } from './panel.ts'
import { appState, done, NOW, offProject } from './states.ts'

const open = panels()
const hashOfCode = (code: string) => createHash('sha256').update(code.replace('-', '')).digest('hex')
const openAccess = (sessions: PanelSessionShown[] = SEVERAL) =>
  open(appState(offProject()), {
    at: '#set-up/access',
    before: (core) => {
      core.read = accessOf([...sessions, { ...(SEVERAL[0] as PanelSessionShown), id: core.sessionId }], 1)
      core.reply = () => ({ ...done({ what: 'sessionsEnded', ended: 1, all: false }) })
    },
  })

it('lists every browser with when it came and was last seen, and marks the one this page is in', async () => {
  const { page } = await openAccess()
  await expectText(page.locator('.access-list > li').nth(1), /OBS on Windows\s+since .+1 panel open now/)
  await expectText(page.locator('.access-list > li').nth(2), /A browser\s+since .+last seen/)
  await expect.poll(() => page.locator('.access-list > li', { hasText: 'this browser' }).count(), WAIT).toBe(1)
  await expectText(page.locator('.access-list > li').nth(3), 'this browser')
  await page.getByText('1 address not opened yet. It works for at most ten minutes.').waitFor()
})

it('ends one at a press, and reloads the list when the core says so', async () => {
  const { page, core, expectCommands } = await openAccess()
  await page.getByRole('button', { name: /^End access of OBS on Windows/ }).click()
  await expectCommands({ type: 'endSessions', sessionId: SEVERAL[1]?.id ?? '' })
  await page.getByText('Access ended for 1 browser.').waitFor()
  core.read = accessOf([])
  core.say({ type: 'touched', names: ['panelSessions'], projectId: null })
  await page.getByText('No browser has access.').waitFor()
})

it('lists what is paired, what each may do and when it was used, and ends one at a press', async () => {
  const { page, expectCommands } = await open(appState(offProject()), {
    at: '#set-up/access',
    before: (core) => {
      core.read = accessOf([], 0, DECKS)
      core.reply = () => ({ ...done({ what: 'pairingsEnded', ended: 1, all: false }) })
    },
  })
  const rows = page.locator('.pairing-list > li')
  await expectText(rows.nth(0), /Left deck\s+runs the show, and edits nothing\s+since .+connected/)
  await expectText(rows.nth(1), /Script\s+sees what is on air, and changes nothing\s+since .+never used/)
  await page.getByRole('button', { name: 'End pairing Left deck' }).click()
  await expectCommands({ type: 'endPairings', pairingId: DECKS[0]?.id ?? '' })
  await page.getByText('1 pairing ended.').waitFor()
})

it('turns phones on, makes a code that the core never gets, and answers the phone that asks', async () => {
  const { page, core, button, expectCommands } = await open(appState(offProject()), {
    at: '#set-up/access',
    before: (one) => {
      one.read = accessOf([], 0, [], { ...NO_PHONES, choices: ['192.168.1.20'] })
      one.reply = () => ({ ...done({ what: 'phonesSet', on: true, address: null }) })
    },
  })
  const now = (phones: Phones) => {
    core.read = accessOf([], 0, [], phones)
    core.say({ type: 'touched', names: ['phones'], projectId: null })
  }
  await button('Turn on').click()
  await expectCommands({ type: 'setPhones', on: true })
  now(PHONES)
  await expectText(page.locator('.phone-list > li'), /Old phone\s+sees what is on air.+Safari on iOS.+last used/)
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await button('Pair a phone').click()
  now({ ...PHONES, pairing: WAITS })
  const code = await page.locator('.phone-code b').innerText()
  const [, { codeHash = '', ...asked } = {}] = core.received.map(({ command }) => command as Record<string, string>)
  expect(asked).toMatchObject({ type: 'pairPhone', name: 'Mine', scope: 'show' })
  expect([code, codeHash]).toEqual([expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/), hashOfCode(code)])
  expect(JSON.stringify(core.received)).not.toContain(code)
  await page.getByText(PHONES.served[0]?.fingerprint ?? '').waitFor()
  const asks = { id: 'ask', check: '123 456', browser: 'Chrome', system: 'Android' } as const
  now({ ...PHONES, pairing: { ...WAITS, asks } })
  await page.getByText('Mine (Chrome on Android) asks for access.').waitFor()
  await page.getByText('123 456').waitFor()
  await button('They do not').click()
  await expect
    .poll(() => core.received.at(-1)?.command, WAIT)
    .toEqual({ type: 'answerPhone', askId: 'ask', allow: false })
})

it('says why phones cannot be served, and offers no code then', async () => {
  const problem = 'This computer is in no local network now. Cuelight keeps trying.'
  const { page, button } = await open(appState(offProject()), {
    ...{ at: '#set-up/access', core: { read: accessOf([], 0, [], { ...PHONES, served: [], problem }) } },
  })
  await page.getByText(problem).waitFor()
  expect(await button('Pair a phone').count()).toBe(0)
})

it('arms and disarms what may only then stop and go live, and says until when', async () => {
  const { page, core, expectCommands } = await open(appState(offProject()), {
    at: '#set-up/access',
    before: (core) => {
      core.read = accessOf([], 0, [OSC, ...DECKS])
      core.reply = () => ({ ...done({ what: 'pairingArmed', name: OSC.name, until: NOW }) })
    },
  })
  await page.getByRole('button', { name: 'Arm OSC 8000', exact: true }).click()
  await expectCommands({ type: 'armPairing', pairingId: OSC.id, on: true })
  await page.getByText('OSC 8000 can stop and go live: until the show ends').waitFor()
  core.read = accessOf([], 0, [{ ...OSC, armedUntil: NOW }])
  core.say({ type: 'touched', names: ['pairings'], projectId: null })
  await expectText(
    page.locator('.pairing-list > li').nth(0),
    /OSC 8000\s+switches .+\s+since .+connected . armed until/,
  )
  await page.getByRole('button', { name: 'Disarm OSC 8000' }).click()
  await expectCommands(
    { type: 'armPairing', pairingId: OSC.id, on: true },
    { type: 'armPairing', pairingId: OSC.id, on: false },
  )
})

it('asks before it ends all, and says that this page ends too', async () => {
  const { presses, button, expectCommands, expectOnly } = await openAccess()
  await button('End all access').click()
  await button('Keep').click()
  await expectOnly()
  await button('End all access').click()
  await presses('End all access', { type: 'endSessions' })
  await expectCommands({ type: 'endSessions' })
})

it('shows why the list could not be read', async () => {
  const { page } = await open(appState(offProject()), { at: '#set-up/access', core: { read: () => 'Not now' } })
  await expect.poll(() => page.getByText('Not now.').count(), WAIT).toBe(3)
})
