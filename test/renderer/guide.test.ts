/** The five steps lead a new user from videos to a channel. */
import { expect, it } from 'vitest'
import { openState } from './everyState.ts'
import { files } from './filesSheet.ts'
import { GUIDE_SHEET, LOST_PROJECT } from './guideSheet.ts'
import { panels, WAIT } from './panel.ts'
import { appState, done, liveProject, refused, timeout } from './states.ts'

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

it('lines up a scene after the active one, shows what that replaces, and offers Sync', async () => {
  const panel = await at('guideFollows')
  await panel.page.getByText('After Rain on the window: Fireplace, crackling, at about').waitFor()
  await panel.page.getByText('It now leads to Fireplace, crackling. It will lead here instead.').waitFor()
  await panel.page.getByText('press Sync afterwards').waitFor()
  await expect.poll(() => panel.page.locator('.guide-steps svg').count(), WAIT).toBe(5)
  await panel.button('Choose files').click()
  await panel.page.getByRole('dialog').getByRole('checkbox').first().check()
  await panel.page.getByRole('dialog').getByRole('button', { name: 'Add 1 file' }).click()
  await panel.page.getByLabel('Scene name').fill('Sunday')
  const about = 'Scene created with its playlist: Sunday. It leads here instead.'
  panel.core.reply = () =>
    done({ what: 'edited', operation: 'createSceneWithPlaylist', about, id: 's9', synced: false })
  await panel.button('Line it up').click()
  await panel.page.getByText(about).waitFor()
  await expect.poll(() => panel.page.locator('.guide-files button').count(), WAIT).toBe(0)
  await panel.page.locator('.build-unseen').getByRole('button', { name: 'Sync' }).click()
  await panel.expectCommands(
    {
      ...{ type: 'edit', operation: 'createSceneWithPlaylist', seen: { liveId: 'live1' } },
      input: { projectId: 'p1', sceneName: 'Sunday', loop: true, previousSceneId: 's2', files: [{ fileId: 'f1' }] },
    },
    'sync',
  )
})

it('begins another channel on request, though one is on air', async () => {
  const panel = await at('guideChannel')
  await panel.page.getByText('is on air.').waitFor()
  await panel.button('Start another channel').click()
  await panel.page.getByRole('heading', { name: 'Bring in videos' }).waitFor()
  await panel.page.reload()
  await panel.page.getByRole('heading', { name: 'Bring in videos' }).waitFor()
  await panel.expectOnly()
})

it('knows a channel that was set up elsewhere by that it runs until stopped', async () => {
  const live = liveProject()
  const panel = await open(appState({ ...live, settings: live.settings && { ...live.settings, manual: true } }), {
    timersRun: true,
  })
  panel.core.read = GUIDE_SHEET.guideChannel?.read ?? panel.core.read
  await panel.page.goto(`${panel.address}#guide`)
  await panel.page.getByRole('heading', { name: 'Tomorrow’s scene' }).waitFor()
})

it('keeps the button of a file in its place while that is encoded, with its progress', async () => {
  const panel = await at('guideEncoding')
  await panel.page.getByText('encoding, 63 %').waitFor()
  await panel.button('Encode it').press('Enter')
  await panel.page.getByText('It is already encoding.').last().waitFor()
  await panel.expectOnly()
  const next = panel.button('Next')
  const before = await next.boundingBox()
  const content = GUIDE_SHEET.guideVideos?.read
  const usable = files(12).map((file) => ({ ...file, issues: { errors: [], warnings: [] } }))
  panel.core.read = (name, input) => {
    if (name === 'listFiles') return { files: usable, total: 12, offset: 0 }
    return name === 'listEncodes' ? { encodes: [], total: 0, offset: 0 } : (content?.(name, input) ?? '')
  }
  await panel.page.getByText('All files can be used now.').waitFor()
  expect((await next.boundingBox())?.y).toBe(before?.y)
})

it('on the local studio it says which destinations are really broadcast to', async () => {
  const panel = await at('guideStudio')
  await panel.page.getByText('YouTube, pretend').waitFor()
  await panel.page.getByText('Really broadcast, to browsers on this computer').waitFor()
})
