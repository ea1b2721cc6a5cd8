/** The five steps lead a new user from videos to a channel. */
import { expect, it } from 'vitest'
import { openState } from './everyState.ts'
import { GUIDE_SHEET, LOST_PROJECT } from './guideSheet.ts'
import { panels, WAIT } from './panel.ts'
import { appState, done, refused, timeout } from './states.ts'

const open = panels()

async function at(name: keyof typeof GUIDE_SHEET) {
  const panel = await open(appState(), { timersRun: true })
  const state = GUIDE_SHEET[name]
  if (!state) throw new Error(name)
  await openState(panel.core, panel.page, panel.address, name, state)
  return panel
}

it('makes the project, then one list of the videos in their order, and leads to the next step', async () => {
  const panel = await at('guideName')
  await panel.page.getByLabel('Name', { exact: true }).fill('Window')
  panel.core.reply = ({ command }) =>
    done({ what: 'edited', operation: Object(command).operation, about: '', id: 'p1', synced: null })
  await panel.button('Create it').click()
  await panel.page.locator('.build-item').first().waitFor()
  const input = {
    name: 'Window',
    format: '16:9_720p',
    destinationIds: [],
    autoSync: false,
    duration: { manual: true },
  }
  const files = ['f1', 'f2', 'f3'].map((fileId) => ({ fileId }))
  await panel.expectCommands(
    { type: 'edit', operation: 'createProject', input },
    {
      ...{ type: 'edit', operation: 'createSceneWithPlaylist' },
      input: { projectId: 'p1', sceneName: 'Main', loop: true, files },
    },
  )
})

it('sends a project once while its lost response is looked for, and keeps what was typed', async () => {
  const panel = await at('guideName')
  await panel.page.getByLabel('Name', { exact: true }).fill('Window')
  panel.core.reply = () => ({ result: 'unknown', failure: timeout })
  panel.core.set({ lostEdits: [{ ...LOST_PROJECT, id: 'earlier', phase: 'found', foundId: 'p9' }] })
  await panel.button('Create it').click()
  await panel.expectCommands('edit')
  panel.core.change(({ lostEdits }) => void lostEdits.push(LOST_PROJECT))
  await panel.page.getByText('No reply: Create project: Window').last().waitFor()
  await expect.poll(() => panel.button('Create it').getAttribute('aria-disabled'), WAIT).toBe('true')
  await panel.button('Create it').press('Enter')
  await panel.page.getByText('Still checking the last one.').waitFor()
  await panel.button('Back').click()
  await panel.page.getByRole('link', { name: 'Name and channels' }).click()
  await expect.poll(() => panel.page.getByLabel('Name', { exact: true }).inputValue(), WAIT).toBe('Window')
  await panel.expectOnly('edit')
})

it('takes the project of a lost response once it is found', async () => {
  const panel = await at('guideName')
  await panel.page.getByLabel('Name', { exact: true }).fill('Window')
  panel.core.reply = () => ({ result: 'unknown', failure: timeout })
  panel.core.set({ lostEdits: [{ ...LOST_PROJECT, id: 'earlier', phase: 'found', foundId: 'p9' }] })
  await panel.button('Create it').click()
  await panel.expectCommands('edit')
  panel.core.change(({ lostEdits }) => void lostEdits.push({ ...LOST_PROJECT, phase: 'found', foundId: 'p1' }))
  await panel.page.locator('.build-item').first().waitFor()
  expect(panel.core.commands[1]).toMatchObject({ operation: 'createSceneWithPlaylist', input: { projectId: 'p1' } })
  await panel.expectOnly('edit', 'edit')
})

it('does not switch to the new project while the current one is on air, and says so', async () => {
  const panel = await at('guideOrder')
  panel.core.reply = () => refused({ reason: 'targetLocked', projectName: 'Friday Night' })
  await panel.button('Next: check').click()
  await panel.page.getByText('Friday Night').last().waitFor()
  await panel.page.locator('.guide-screen').waitFor()
})
