/** Settings, Access: who can open the panel, and how to end that. */
import { expect, it } from 'vitest'
import type { PanelSessionShown } from '../../shared/query/panelSessions.ts'
import { accessOf, DECKS, SEVERAL } from './accessSheet.ts'
import { expectText, panels, WAIT } from './panel.ts'
import { appState, done, offProject } from './states.ts'

const open = panels()
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
  await expect.poll(() => page.getByText('Not now.').count(), WAIT).toBe(2)
})
