/** Macros are edited, read and run in the panel. */
import { expect, it, vi } from 'vitest'
import { keysAt, pageKeys } from '../support/keys.ts'
import { macro, OPENING } from './macrosSheet.ts'
import { expectText, panels, WAIT } from './panel.ts'
import { appState, arm, done, liveProject, NOW, SCENES } from './states.ts'

const open = panels()

const saved = () => done({ what: 'edited', operation: 'macro', about: 'Saved.', id: null, synced: null })
const at = '#set-up/macros'

it('is edited by the user: steps are added, chosen, moved by keys, and saved in their order', async () => {
  const panel = await open(appState(liveProject()), { at, core: { reply: saved } })
  const { page } = panel
  await panel.button('New macro').click()
  await page.getByLabel('Name', { exact: true }).fill('Show opening')
  for (let nr = 0; nr < 3; nr += 1) await panel.button('Add step').click()
  const step = (nr: number) => page.getByRole('group', { name: `Step ${nr}`, exact: true })
  await step(1).getByLabel('Do').selectOption('sync')
  await step(2).getByLabel('Do').selectOption('wait')
  await step(2).getByLabel('Seconds').fill('0')
  await step(3)
    .getByLabel('Scene', { exact: true })
    .selectOption(SCENES[1] ?? '')
  await step(3).getByLabel('Scene', { exact: true }).press('Alt+ArrowUp')
  await panel.button('Save macro').click()
  await step(3).getByRole('alert').getByText('A whole number from 1 to 3,600.').waitFor()
  await panel.expectOnly()
  await step(3).getByLabel('Seconds').fill('5')
  await panel.button('Save macro').click()
  await vi.waitFor(() => expect(panel.core.commands).toHaveLength(1), WAIT)
  expect(panel.core.commands[0]).toMatchObject({
    ...{ type: 'saveMacro', name: 'Show opening' },
    steps: [{ do: 'sync' }, { do: 'scene', scene: { id: 's2', name: SCENES[1] } }, { do: 'wait', seconds: 5 }],
  })
})

it('is stored under its own id even if the page is not served from a secure origin', async () => {
  const panel = await open(appState(liveProject()), {
    ...{ at, core: { reply: saved } },
    prepare: (page) => page.addInitScript(() => Object.assign(crypto, { randomUUID: undefined })),
  })
  await panel.button('New macro').click()
  await panel.page.getByLabel('Name', { exact: true }).fill('Show opening')
  await panel.button('Add step').click()
  await panel.button('Save macro').click()
  await vi.waitFor(() => expect(panel.core.commands).toHaveLength(1), WAIT)
  expect(panel.core.commands[0]).toMatchObject({ id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8/) })
})

it('is run from the palette, and stopped in the show', async () => {
  const macros = [macro(1)]
  const panel = await open(appState(liveProject(), { macros }), { core: { reply: saved } })
  await panel.page.getByRole('link', { name: 'Reports' }).waitFor()
  await pageKeys(panel.page, 'Control+k')
  await panel.page.getByRole('combobox').fill('run show')
  await panel.page.getByRole('option', { name: 'Run Show opening' }).waitFor()
  await keysAt(panel.page.getByRole('combobox'), 'Enter')
  await panel.expectCommands({ type: 'runMacro', macroId: macro(1).id, mode: 'menu' })
  const { id, name } = macro(1)
  panel.core.set({ macro: { id, name, projectId: 'p1', step: 2, of: OPENING.length, until: null, ended: null } })
  await panel.page.getByText('Show opening: step 2 of 6. Sync').waitFor()
  await panel.button('Stop macro').click()
  await vi.waitFor(() => expect(panel.core.commands.at(-1)).toEqual({ type: 'stopMacro' }), WAIT)
})

it('is rehearsed in one press, from the settings and from the palette, and stopped beside the show', async () => {
  const { id, name } = macro(1)
  const panel = await open(appState(liveProject(), { macros: [macro(1)] }), { at, core: { reply: saved } })
  await panel.button('Rehearse Show opening').click()
  await panel.expectCommands({ type: 'rehearseMacro', macroId: id })
  await pageKeys(panel.page, 'Control+k')
  await panel.page.getByRole('combobox').fill('rehearse show')
  await panel.page.getByRole('option', { name: 'Rehearse Show opening' }).waitFor()
  await keysAt(panel.page.getByRole('combobox'), 'Enter')
  await vi.waitFor(() => expect(panel.core.commands).toHaveLength(2), WAIT)
  expect(panel.core.commands[1]).toEqual({ type: 'rehearseMacro', macroId: id })
  const at2 = { id, name, projectId: 'p1', step: 2, of: OPENING.length, until: null, ended: null }
  panel.core.set({ macroRehearsal: at2 })
  const line = panel.page.getByRole('region', { name: 'Show opening' })
  await line.getByText('REHEARSAL', { exact: true }).waitFor()
  await line.getByText('Show opening: step 2 of 6. Sync').waitFor()
  await expect.poll(() => panel.tally.getAttribute('data-tally'), WAIT).toBe('live')
  await panel.button('Stop rehearsal').click()
  await vi.waitFor(() => expect(panel.core.commands.at(-1)).toEqual({ type: 'stopMacro', rehearsal: true }), WAIT)
})

it('says below its steps how its last run went, and why it ended', async () => {
  const report = { at: NOW - 60_000, rehearsal: false, done: 1, why: 'Somebody took over.', ms: 4_200 }
  const macroReports = { [macro(1).id]: report }
  const panel = await open(appState(liveProject(), { macros: [macro(1)], macroReports }), { at })
  await panel.page.getByText(/^Last run \(.+\): ended at step 2 of 6, after 4\.2 s\.$/).waitFor()
  const steps = panel.page.locator('.macro-steps > li')
  await expectText(steps.nth(0), /Worked/)
  await expectText(steps.nth(1), /Ended here\s+Somebody took over\./)
  await expectText(steps.nth(2), /Not reached/)
  panel.core.set({ macroReports: { [macro(1).id]: { ...report, rehearsal: true, done: 6, why: null } } })
  await panel.page.getByText(/all steps worked, in 4\.2 s\. Nothing went out\.$/).waitFor()
  await expect.poll(() => panel.page.getByText('Worked', { exact: true }).count(), WAIT).toBe(6)
})

it('an arm from elsewhere is confirmed in the show, by its own name', async () => {
  const armed = { ...arm({ mode: 'menu' }), act: 'macro' as const, macro: { id: macro(1).id, name: 'Show opening' } }
  const panel = await open(appState(liveProject(), { macros: [macro(1)], arm: armed }), { core: { reply: saved } })
  await panel.page.getByText('Run Show opening?').waitFor()
  await panel.button('Confirm').click()
  await panel.expectCommands({ type: 'runMacro', armId: armed.armId, mode: 'menu' })
})

it('a deleted macro is restored by one press', async () => {
  const panel = await open(appState(liveProject(), { macros: [macro(1)] }), { at, core: { reply: saved } })
  await panel.button('Delete Show opening').click()
  await panel.button('Undo delete').click()
  await vi.waitFor(() => expect(panel.core.commands).toHaveLength(2), WAIT)
  expect(panel.core.commands[1]).toMatchObject({ type: 'saveMacro', id: macro(1).id, steps: OPENING })
})
