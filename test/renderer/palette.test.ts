/** Finds every command and place by name, from any screen. */
import { describe, expect, it } from 'vitest'
import { keysAt, pageKeys } from '../support/keys.ts'
import { type Panel, panels } from './panel.ts'
import { FEW, readsOf } from './projectStates.ts'
import { FOUND } from './shellSheet.ts'
import { appState, done, liveProject, offProject, padlocked } from './states.ts'

const open = panels()

/** Opens it over a screen and types. */
async function typed(text: string, state = appState(liveProject()), core = {}): Promise<Panel> {
  const panel = await open(state, { at: '#projects', core: { read: FOUND, ...core } })
  await panel.page.locator('.project').first().waitFor()
  await pageKeys(panel.page, 'Control+k')
  await panel.page.getByRole('combobox').fill(text)
  // The file search starts after a pause in typing.
  await panel.page.clock.runFor(300)
  return panel
}
const options = ({ page }: Panel) => page.getByRole('option')
const isOver = (panel: Panel) => expect.poll(() => panel.page.locator('.palette[open]').count()).toBe(0)
const hash = ({ page }: Panel) => page.evaluate(() => decodeURIComponent(location.hash))

it('switches a scene by its name and Enter, and closes once that is done', async () => {
  const panel = await typed('break')
  await options(panel).getByText('Switch to Break').waitFor()
  await keysAt(panel.page.getByRole('combobox'), 'Enter')
  await isOver(panel)
  await panel.expectCommands({ type: 'switchScene', projectId: 'p1', liveId: 'live1', sceneId: 's3' })
})

it('stays open and shows the reason if the command failed', async () => {
  const panel = await typed('sync: ', appState(liveProject()), { reply: () => padlocked })
  await options(panel).first().waitFor()
  await keysAt(panel.page.getByRole('combobox'), 'Enter')
  await panel.page.locator('dialog[open]').getByText('The padlock is closed').waitFor()
})

it.each([
  ['go live', offProject(), { type: 'armGoLive', projectId: 'p1', mode: 'menu' }],
  ['stop the', liveProject(), { type: 'armStop', projectId: 'p1', liveId: 'live1', mode: 'cancelWindow' }],
] as const)('%s takes two steps from here, too', async (text, project, command) => {
  const panel = await typed(text, appState(project), { reply: () => done({ what: 'refreshed' } as never) })
  await options(panel).first().waitFor()
  await keysAt(panel.page.getByRole('combobox'), 'Enter')
  await panel.expectCommands(command)
})

describe('opens places', () => {
  it.each([
    ['a screen', 'show', '#show'],
    ['a section of the settings', 'appear', '#set-up/appearance'],
    ['a project', 'opening no. 1', '#projects?project=p1'],
    ['a file', 'rainy', '#files?find=Rainy+window.mp4'],
  ])('opens %s', async (_, text, address) => {
    const panel = await typed(text)
    await options(panel).first().click()
    await expect.poll(() => hash(panel)).toBe(address)
    await isOver(panel)
  })
})

it('does nothing on Enter without text, and says why a command is not available now', async () => {
  const panel = await typed('')
  await options(panel).first().waitFor()
  await keysAt(panel.page.getByRole('combobox'), 'Enter')
  await panel.page.getByRole('combobox').fill('go live')
  await options(panel).first().click()
  await panel.page.locator('.answer').getByText('Already running.').waitFor()
  await panel.expectCommands()
})

it('the arrows choose among the results and wrap around', async () => {
  const panel = await typed('scene')
  const current = () => panel.page.locator('[role=option][aria-selected=true]').textContent()
  await options(panel).first().waitFor()
  const first = await current()
  await keysAt(panel.page.getByRole('combobox'), 'ArrowUp')
  await expect.poll(() => current()).not.toBe(first)
  await keysAt(panel.page.getByRole('combobox'), 'ArrowDown')
  await expect.poll(() => current()).toBe(first)
})

describe('finds what was meant', () => {
  it.each([
    ['shedule', 'Schedule'],
    ['setings', 'Settings: Accounts'],
    ['firday', 'Friday Night'],
    ['stats', 'Compare two broadcasts'],
    ['dark', 'Dark theme'],
    ['import', 'Import files'],
    ['add dates', 'Add dates'],
    ['shortcuts', 'All keys'],
    ['cancel date', 'Cancel or move a date'],
    ['what plays', 'What plays in the next 24 hours'],
    ['past broadcasts', 'Past broadcasts'],
  ])('finds by the text “%s”', async (text, name) => {
    const panel = await typed(text, appState(liveProject()), { read: readsOf(FEW) })
    await options(panel).getByText(name, { exact: true }).first().waitFor()
  })

  it('an exact match hides results that are only similar', async () => {
    const panel = await typed('night')
    await options(panel).first().waitFor()
    expect(await options(panel).getByText('Light theme', { exact: true }).count()).toBe(0)
  })
})

describe('acts at once, or opens the place to act', () => {
  it.each([
    ['import', '#files?import='],
    ['add dates', '#schedule?add='],
    ['create a', '#projects?create='],
    ['cancel date', '#schedule?view=list'],
    ['what plays', '#schedule?view=hours'],
    ['past broadcasts', '#reports?all='],
  ])('opens the place for “%s”', async (text, address) => {
    const panel = await typed(text)
    await options(panel).first().click()
    await expect.poll(() => hash(panel)).toBe(address)
    await isOver(panel)
  })

  it('switches to the dark theme', async () => {
    const panel = await typed('dark theme')
    await options(panel).first().click()
    await expect.poll(() => panel.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await isOver(panel)
  })

  it('shows all keys, including those of the current screen', async () => {
    const panel = await typed('all keys')
    await options(panel).first().click()
    const dialog = panel.page.locator('dialog.keys-dialog[open]')
    await dialog.getByText('On this screen').waitFor()
    await dialog.getByText('In the search, with one match: open it.').waitFor()
  })
})

it('closes on one Escape, whatever is typed, and when the place changes', async () => {
  const panel = await typed('rain')
  await keysAt(panel.page.getByRole('combobox'), 'Escape')
  await isOver(panel)
  await pageKeys(panel.page, 'Control+k')
  await panel.page.getByRole('combobox').waitFor()
  await panel.page.evaluate(() => {
    location.hash = '#reports'
  })
  await isOver(panel)
})

it('opens again when it is requested right after closing, before the page was notified', async () => {
  const panel = await typed('rain')
  await panel.page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('.palette')?.close()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
  })
  await expect.poll(() => panel.page.getByRole('combobox').inputValue()).toBe('')
})
