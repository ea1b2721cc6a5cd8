import { describe, expect, it } from 'vitest'
import { axeFindsNothing, fits } from './axe.ts'
import { BUILD_SHEET, contentOf, scenes } from './buildSheet.ts'
import { type Panel, panels, WAIT } from './panel.ts'
import { appState, done, liveProject } from './states.ts'

const open = panels()
axeFindsNothing(open, 'Build', BUILD_SHEET)
fits(open, 'Build', BUILD_SHEET, [320, 420])

const files = {
  files: ['Thunder', 'Tape'].map((name, nr) => ({
    ...{ id: `n${nr}`, name, type: nr ? 'audio' : 'video', folderId: null, createdAt: null, issues: null },
    ...{ encoding: null, metadata: null, durationSec: 60 },
  })),
  ...{ total: 2, offset: 0, progress: { read: 0, of: 0, problem: null } },
}
const content = contentOf(scenes(4))
const at = (hash: string) =>
  open(appState(liveProject()), {
    at: hash,
    core: { read: (name, input) => (name === 'filesWithDurations' ? files : content(name, input)) },
  })

const edits = ({ core }: Panel) => core.commands.flatMap((one) => (one.type === 'edit' ? [one] : []))
const rows = ({ page }: Panel) => page.locator('.build-list .clip')
const names = (panel: Panel) => rows(panel).allInnerTexts()
const saved = done({ what: 'edited', operation: 'savePlaylist', about: '', id: null, synced: null })

describe('scenes', () => {
  it('stand in their chains, and what viewers see of the show target is marked', async () => {
    const { page } = await at('#build')
    const chain = page.locator('.build-chain')
    await expect.poll(() => chain.locator('.clip').allInnerTexts(), WAIT).toHaveLength(3)
    await chain.getByText('then back to Rain on the window').waitFor()
    await page.getByText('SHOW TARGET, ON AIR').waitFor()
  })

  it('one is made by one call, after another one or in a loop', async () => {
    const panel = await at('#build')
    await panel.button('Add scene').click()
    await panel.page.getByLabel('Name').first().fill('Dawn')
    await panel.page.getByLabel('Plays after').selectOption('Rain on the window')
    await panel.page.getByText('It leads to Fireplace, crackling now.').waitFor()
    await panel.button('Create scene').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(1)
    expect(edits(panel)[0]).toMatchObject({
      operation: 'createSceneWithPlaylist',
      input: { sceneName: 'Dawn', previousSceneId: 's2', loop: false, files: [] },
    })
  })

  it('what deleting one breaks is said before', async () => {
    const panel = await at('#build?scene=s3')
    await panel.button('Delete').click()
    await panel.page.getByText('Rain on the window will lead nowhere.').waitFor()
    expect(edits(panel)).toEqual([])
  })
})

describe('a playlist', () => {
  it('moves, additions and removals wait for one save, which sends the whole list with what it was', async () => {
    const panel = await at('#build')
    panel.core.reply = () => saved
    await expect.poll(() => rows(panel).count(), WAIT).toBe(4)
    const box = (nth: number) => panel.page.locator('.build-list input').nth(nth)
    await box(3).check()
    await box(3).press('Alt+ArrowUp')
    await panel.button('Unmark').click()
    await box(0).press('Delete')
    await panel.button('Add files').click()
    await panel.page.getByRole('dialog').getByLabel('Thunder').check()
    expect(await panel.page.getByRole('dialog').getByLabel('Tape').count()).toBe(0)
    await panel.button('Add 1 file').click()
    await expect
      .poll(() => names(panel).then((all) => all.map((name) => name.split(' ')[0])), WAIT)
      .toEqual([...['2', '4', '3', 'Thunder']])
    expect(edits(panel)).toEqual([])
    await panel.button('Save').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(1)
    const sent = ['f2', 'f4', 'f3', 'n0'].map((fileId) => expect.objectContaining({ fileId }))
    expect(edits(panel)[0]?.input).toMatchObject({ base: ['f1', 'f2', 'f3', 'f4'], files: sent })
  })

  it('a save that fails keeps what was made of the list', async () => {
    const panel = await at('#build')
    await panel.page.locator('.build-list input').first().press('Delete')
    panel.core.reply = () => ({ result: 'refused', refusal: { reason: 'locked' } }) as never
    await panel.button('Save').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(1)
    expect(await rows(panel).count()).toBe(3)
    await panel.button('Discard').click()
    await expect.poll(() => rows(panel).count(), WAIT).toBe(4)
  })
})

describe('a layer', () => {
  it('is moved and resized by keys and by hand, within the frame, and sent once it is saved', async () => {
    const panel = await at('#build')
    const box = panel.page.locator('.canvas-own')
    await box.press('ArrowRight')
    await box.press('Shift+ArrowUp')
    await box.press('Alt+ArrowLeft')
    await panel.page
      .getByRole('button', { name: 'Rain clips: 7 % from the left, 0 % from the top, 63 by 64 %' })
      .waitFor()
    await panel.page.getByLabel('Height, %').fill('50')
    const at50 = await box.boundingBox()
    if (!at50) throw new Error('not drawn')
    await panel.page.mouse.move(at50.x + 40, at50.y + 20)
    await panel.page.mouse.down()
    await panel.page.mouse.move(at50.x + 4_000, at50.y + 20)
    await panel.page.mouse.up()
    expect(edits(panel)).toEqual([])
    await panel.button('Save').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(1)
    expect(edits(panel)[0]?.input).toMatchObject({ position: { x: 37, y: 0, width: 63, height: 50 } })
  })

  it('sends only what differs, and a scene after it ends its loop', async () => {
    const panel = await at('#build?scene=s2&layer=l3')
    await panel.page.getByLabel('At its end').selectOption('Standby card')
    await panel.button('Save').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(1)
    expect(edits(panel)[0]).toMatchObject({
      operation: 'updateLayer',
      input: { layerId: 'l3', settings: { loop: false, nextScene: 's4' } },
    })
  })

  it('that cannot be changed here leads to where it can', async () => {
    const { page } = await at('#build?scene=s2&layer=l4')
    await page.getByText('are changed in the studio').waitFor()
    expect(await page.locator('.build-layers form').count()).toBe(0)
  })
})
