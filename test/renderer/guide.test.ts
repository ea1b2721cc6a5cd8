/** The five steps lead a new user from videos to a channel. */
import { it } from 'vitest'
import { openState } from './everyState.ts'
import { GUIDE_SHEET } from './guideSheet.ts'
import { panels } from './panel.ts'
import { appState, done, refused } from './states.ts'

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

it('does not switch to the new project while the current one is on air, and says so', async () => {
  const panel = await at('guideOrder')
  panel.core.reply = () => refused({ reason: 'targetLocked', projectName: 'Friday Night' })
  await panel.button('Next: check').click()
  await panel.page.getByText('Friday Night').last().waitFor()
  await panel.page.locator('.guide-screen').waitFor()
})
