/** Build: scenes, layers and playlists are edited, saved, undone and published. */
import { describe, expect, it } from 'vitest'
import { OUR_MEANINGS } from '../../shared/contract/meanings.ts'
import { gone, goneButton } from '../support/gone.ts'
import { pageKeys } from '../support/keys.ts'
import { autoSynced, CONFLICT, contentOf, onStudio, playingThird, scenes, UNSEEN, unusable } from './buildSheet.ts'
import { expectText, type Panel, panels, WAIT } from './panel.ts'
import { appState, done, liveProject, offProject, padlocked, timeout, unsyncedProject } from './states.ts'

const open = panels()

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
  it('are shown in their chains, and the scene viewers see is marked for the show target', async () => {
    const { page } = await at('#build')
    const chain = page.locator('.build-chain')
    await expect.poll(() => chain.locator('.clip').allInnerTexts(), WAIT).toHaveLength(3)
    await chain.getByText('then back to Rain on the window').waitFor()
    const round = page.locator('.build-round .clip')
    await expect.poll(() => round.allInnerTexts(), WAIT).toEqual(['Rain on the window', 'Fireplace, crackling'])
    await page.getByText('SHOW TARGET, ON AIR').waitFor()
  })

  it('say of a chain that ends in a scene not read yet only that nothing is set to follow', async () => {
    const [first, , , last] = scenes(4)
    if (!first || !last) throw new Error('no scenes')
    const two = [
      { ...first, layers: first.layers.map((layer) => ({ ...layer, nextScene: last.id })) },
      { ...last, layers: last.layers.map((layer) => ({ ...layer, content: null })) },
    ]
    const { page } = await open(appState(liveProject()), { at: '#build?scene=s1', core: { read: contentOf(two) } })
    await page.getByText('then nothing, unless it loops: open it to see').waitFor()
  })

  it('a scene is created in one request, after another scene or in a loop', async () => {
    const panel = await at('#build')
    await panel.button('Add scene').click()
    await panel.page.getByLabel('Name').first().fill('Dawn')
    await panel.page.getByLabel('Plays after').selectOption('Rain on the window')
    await panel.page.getByText('It now leads to Fireplace, crackling.').waitFor()
    await panel.button('Create scene').click()
    await panel.page.getByText('A scene that plays after another needs a file.').waitFor()
    await panel.button('Add files').first().click()
    await panel.page.getByRole('dialog').getByRole('checkbox').first().check()
    await panel.button('Add 1 file').click()
    await panel.button('Create scene').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(1)
    expect(edits(panel)[0]).toMatchObject({
      operation: 'createSceneWithPlaylist',
      input: { sceneName: 'Dawn', previousSceneId: 's2', loop: false, files: [{ fileId: expect.any(String) }] },
    })
  })

  it('a new one of its own has its files at once, in a playlist that loops', async () => {
    const panel = await at('#build')
    await panel.button('Add scene').click()
    await panel.page.getByLabel('Name').first().fill('Dawn')
    await panel.button('Add files').first().click()
    await panel.page.getByRole('dialog').getByRole('checkbox').first().check()
    await panel.button('Add 1 file').click()
    panel.core.reply = ({ command }) =>
      done({ what: 'edited', operation: Object(command).operation, about: '', id: 's9', synced: false })
    await panel.button('Create scene').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(2)
    expect(edits(panel)).toMatchObject([
      { operation: 'createScene', input: { name: 'Dawn' } },
      {
        operation: 'addLayer',
        input: {
          sceneId: 's9',
          type: 'videoPlaylist',
          settings: { loop: true, files: [{ fileId: expect.any(String) }] },
        },
        seen: { liveId: 'live1' },
      },
    ])
  })

  it('its rows stay where they are when one is marked or taken out', async () => {
    const panel = await at('#build?scene=s2&layer=l2')
    const rows = panel.page.locator('.build-item')
    const top = () => rows.first().evaluate((one) => one.getBoundingClientRect().top + scrollY)
    await rows.first().waitFor()
    const before = await top()
    await rows.nth(1).getByRole('checkbox').check()
    await panel.button('Take out').waitFor()
    expect(await top()).toBe(before)
    await panel.button('Take out').click()
    await panel.button('Discard').waitFor()
    expect(await top()).toBe(before)
  })

  it('one is chosen as the opening scene', async () => {
    const panel = await at('#build?scene=s3')
    await panel.button('Shows begin here').click()
    await panel.expectCommands({ type: 'setOpeningScene', projectId: 'p1', sceneId: 's3' })
  })

  it('before a scene is deleted, the page says what that breaks', async () => {
    const panel = await at('#build?scene=s3')
    await panel.button('Delete').click()
    await panel.page.getByText('Rain on the window will lead nowhere.').waitFor()
    expect(edits(panel)).toEqual([])
  })

  const instead = 'It is selected: Good evening, welcome to the long night of rain takes its place'
  it.each([
    ['on air with auto-sync', liveProject(), autoSynced, `${instead}, on air at once.`],
    ['on air without', liveProject(), contentOf(scenes()), `${instead}, on air after the next Sync.`],
    ['off air', offProject(), contentOf(scenes()), `${instead}.`],
  ] as const)(
    'before the active one is deleted %s, the page names the scene that takes its place',
    async (...row) => {
      const [, project, read, says] = row
      const panel = await open(appState(project), { at: '#build?scene=s2', core: { read } })
      await panel.button('Delete').click()
      const ask = panel.page.getByRole('group', { name: /^Delete Rain/ })
      await expectText(ask.locator('p').first(), new RegExp(`${says.replaceAll('.', '\\.')}$`))
      await panel.page
        .getByRole('group', { name: /^Delete Rain/ })
        .getByRole('button', { name: 'Delete' })
        .click()
      await panel.expectCommands('edit')
    },
  )

  it('one that the service keeps is not sent to be deleted: the active one of some services, and the last one', async () => {
    const meanings = { ...OUR_MEANINGS, deletedActiveScene: 'refused' } as const
    const refuse = async (panel: Panel, says: RegExp) => {
      await panel.button('Delete').click()
      const ask = panel.page.getByRole('group', { name: says })
      await ask.getByRole('button', { name: 'Delete' }).click({ force: true })
      await panel.expectCommands()
    }
    const state = { ...appState(liveProject()), meanings }
    const core = { read: contentOf(scenes()) }
    await refuse(await open(state, { at: '#build?scene=s2', core }), /select another one first/)
    const last = { read: contentOf(scenes().slice(1, 2)) }
    await refuse(await open(appState(liveProject()), { at: '#build?scene=s2', core: last }), /add another one first/)
  })

  it('before the one that shows begin with is deleted, the page says so', async () => {
    const openings = { p1: { id: 's3', name: 'Fireplace, crackling' } }
    const state = { ...appState(liveProject()), openings }
    const panel = await open(state, { at: '#build?scene=s3', core: { read: contentOf(scenes()) } })
    await panel.button('Delete').click()
    await panel.page.getByText(/Shows begin with it: choose another scene for that\.$/).waitFor()
  })
})

describe('a playlist', () => {
  it('moves, additions and removals wait for one save, which sends the whole list and its previous version', async () => {
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
    const base = ['f1', 'f2', 'f3', 'f4'].map((fileId) => ({ fileId, playlistItemId: expect.any(String) }))
    const sent = ['f2', 'f4', 'f3', 'n0'].map((fileId) => expect.objectContaining({ fileId }))
    // Existing files are sent without a name, because another client may have renamed them.
    const asked: Record<string, unknown> = edits(panel)[0]?.input ?? {}
    const named = (asked.files as { name?: string }[]).map(({ name }) => name !== undefined)
    expect(named).toEqual([false, false, false, true])
    expect(asked).toMatchObject({ base, files: sent })
  })

  it('a failed save or undo keeps the edited list', async () => {
    const panel = await at('#build')
    await panel.page.locator('.build-list input').first().press('Delete')
    panel.core.reply = () => padlocked
    await panel.button('Save').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(1)
    await expect.poll(() => rows(panel).count()).toBe(3)
    await panel.button('Undo the last save').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(2)
    await expect.poll(() => rows(panel).count()).toBe(3)
    await panel.button('Discard').click()
    await expect.poll(() => rows(panel).count(), WAIT).toBe(4)
  })
})

describe('values entered and not saved', () => {
  const sceneOf = ({ page }: Panel, nth: number) => page.locator('.build-scene').nth(nth)

  it('a name typed for one scene is never given to the scene clicked next', async () => {
    const panel = await at('#build?scene=s3')
    await panel.button('Rename').click()
    await panel.page.getByLabel('Name').first().fill('Pause')
    await sceneOf(panel, 0).click()
    await expect.poll(() => sceneOf(panel, 0).getAttribute('aria-current'), WAIT).toBe('true')
    await gone(panel.page.locator('.build-scenes input'))
  })

  it('is still there after another scene was viewed', async () => {
    const panel = await at('#build')
    await expect.poll(() => rows(panel).count(), WAIT).toBe(4)
    const layer = panel.page.locator('.build-inspector').getByRole('textbox', { name: 'Name' })
    await layer.fill('Loudspeaker')
    await panel.page.locator('.build-list input').first().press('Delete')
    await expect.poll(() => rows(panel).count()).toBe(3)
    const begun = await panel.page.evaluate(() => location.hash)
    const other = panel.page.locator('.build-scene:not([aria-current])').first()
    await other.click()
    await expect.poll(() => layer.inputValue(), WAIT).not.toBe('Loudspeaker')
    await panel.page.goBack()
    await expect.poll(() => panel.page.evaluate(() => location.hash), WAIT).toBe(begun)
    await expect.poll(() => layer.inputValue(), WAIT).toBe('Loudspeaker')
    await expect.poll(() => rows(panel).count()).toBe(3)
  })

  it('a file added twice is two rows', async () => {
    const panel = await at('#build')
    const add = async () => {
      await panel.button('Add files').click()
      await panel.page.getByRole('dialog').getByLabel('Thunder').check()
      await panel.button('Add 1 file').click()
    }
    await expect.poll(() => rows(panel).count(), WAIT).toBe(4)
    await add()
    await expect.poll(() => rows(panel).count(), WAIT).toBe(5)
    await panel.page.locator('.build-list input').first().press('Delete')
    await add()
    await expect.poll(() => rows(panel).count(), WAIT).toBe(5)
    await panel.page.locator('.build-list input').last().press('Delete')
    await expect.poll(() => rows(panel).count(), WAIT).toBe(4)
  })

  it('Enter in a layer’s field saves it; text typed meanwhile remains to be saved', async () => {
    const panel = await at('#build')
    panel.core.reply = () => 'silence'
    const layer = panel.page.locator('.build-inspector').getByRole('textbox', { name: 'Name' })
    await layer.fill('Loud')
    await layer.press('Enter')
    await expect.poll(() => edits(panel), WAIT).toMatchObject([{ operation: 'updateLayer', input: { name: 'Loud' } }])
    await layer.fill('Louder')
    const outcome = done({ what: 'edited', operation: 'updateLayer', about: '', id: null, synced: null })
    panel.core.say({ type: 'outcome', id: panel.core.received.at(-1)?.id, outcome })
    // Text typed since then is saved by the next Enter after the reply.
    await expect.poll(() => layer.press('Enter').then(() => edits(panel).length), WAIT).toBeGreaterThan(1)
    expect(edits(panel)[1]).toMatchObject({ operation: 'updateLayer', input: { name: 'Louder' } })
  })
})

describe('reordering a list', () => {
  const order = (panel: Panel) => names(panel).then((all) => all.map((name) => name.split(' ')[0]).join(''))
  const row = ({ page }: Panel, nth: number) => page.locator('.build-list [data-item]').nth(nth)
  /** Grabs a row's handle and moves to the upper part of another row. */
  async function drag(panel: Panel, from: number, to: number): Promise<void> {
    await row(panel, to).evaluate((one) => one.scrollIntoView({ block: 'center' }))
    const [held, over] = await Promise.all([
      row(panel, from).locator('.build-handle').boundingBox(),
      row(panel, to).boundingBox(),
    ])
    if (!held || !over) throw new Error('not drawn')
    await panel.page.mouse.move(held.x + 8, held.y + 8)
    await panel.page.mouse.down()
    await panel.page.mouse.move(over.x + 40, over.y + 8, { steps: 3 })
    await panel.page.locator('.build-drop:not([hidden])').waitFor()
  }

  it('moves the row and everything marked to where it is dropped, and nothing after Escape', async () => {
    const panel = await at('#build')
    await drag(panel, 3, 1)
    await panel.page.mouse.up()
    await expect.poll(() => order(panel), WAIT).toBe('1423')
    await row(panel, 0).locator('input').check()
    await row(panel, 2).locator('input').check()
    await drag(panel, 0, 3)
    await pageKeys(panel.page, 'Escape')
    await panel.page.mouse.up()
    await expect.poll(() => order(panel)).toBe('1423')
    await drag(panel, 2, 1)
    await panel.page.mouse.up()
    await expect.poll(() => order(panel), WAIT).toBe('1243')
    expect(edits(panel)).toEqual([])
  })

  it('drags by any part of a row with the mouse without marking it; a click still marks it', async () => {
    const panel = await at('#build')
    await row(panel, 1).evaluate((one) => one.scrollIntoView({ block: 'center' }))
    const name = await row(panel, 3).locator('.clip').boundingBox()
    const over = await row(panel, 0).boundingBox()
    if (!name || !over) throw new Error('not drawn')
    await panel.page.mouse.move(name.x + 30, name.y + 6)
    await panel.page.mouse.down()
    await panel.page.mouse.move(over.x + 60, over.y + 6, { steps: 4 })
    await panel.page.locator('.build-drop:not([hidden])').waitFor()
    await panel.page.mouse.up()
    await expect.poll(() => order(panel), WAIT).toBe('4123')
    await expect.poll(() => panel.page.evaluate(() => getSelection()?.toString())).toBe('')
    expect(await panel.page.locator('.build-list :checked').count()).toBe(0)
    await row(panel, 1).locator('.clip').click()
    await expect.poll(() => panel.page.locator('.build-list :checked').count(), WAIT).toBe(1)
  })

  it('tells a screen reader where a moved file, or a moved block, is now', async () => {
    const panel = await at('#build')
    const boxes = panel.page.locator('.build-list input')
    await boxes.first().press('Alt+ArrowDown')
    const status = panel.page.getByRole('status')
    await status.getByText(/^1 Rain on the window.* is now 2 of 4$/).waitFor({ state: 'attached' })
    await boxes.nth(1).check()
    await boxes.nth(2).check()
    await boxes.nth(2).press('Alt+ArrowDown')
    await status.getByText('2 files, now from 3 of 4').waitFor({ state: 'attached' })
  })

  it('undoes a step with Ctrl Z, saves with Ctrl S, and shows the saved order until it is read again', async () => {
    const panel = await at('#build')
    panel.core.reply = () => saved
    const first = panel.page.locator('.build-list input').first()
    await first.press('Alt+ArrowDown')
    await first.press('Delete')
    await expect.poll(() => order(panel), WAIT).toHaveLength(3)
    await panel.page.locator('.build-list input').first().press('Control+z')
    await expect.poll(() => order(panel), WAIT).toBe('2134')
    expect(edits(panel)).toEqual([])
    await panel.page.locator('.build-list input').first().press('Control+s')
    await expect.poll(() => edits(panel).length, WAIT).toBe(1)
    await gone(panel.page.getByText('Not saved yet'))
    await expect.poll(() => order(panel)).toBe('2134')
    await panel.page.locator('.build-list input').first().press('Control+z')
    await expect.poll(() => edits(panel).length, WAIT).toBe(2)
    expect(edits(panel)[1]).toMatchObject({ operation: 'undoPlaylist' })
  })

  it('says for each of two unsaved parts which one its button saves', async () => {
    const panel = await at('#build')
    await panel.page.getByLabel('Name').first().fill('Rain B')
    await panel.page.locator('.build-list input').first().press('Delete')
    const strip = panel.page.locator('.build-save')
    await strip.getByText('Layer settings: not saved yet').waitFor()
    await strip.getByText('Playlist: not saved yet').waitFor()
  })

  it('has nothing to undo before anything was saved, and says so', async () => {
    const panel = await at('#build?scene=s2&layer=l3')
    await expect.poll(() => panel.button('Undo the last save').getAttribute('aria-disabled'), WAIT).toBe('true')
    await panel.page.locator('.build-list input').first().press('Control+z')
    await panel.page
      .getByText('Nothing saved here yet, so nothing to undo.')
      .and(panel.page.locator('.answer *'))
      .waitFor()
    expect(edits(panel)).toEqual([])
    await panel.page.goto(`${panel.page.url().split('#')[0]}#build?scene=s2&layer=l2`)
    await expect.poll(() => panel.button('Undo the last save').getAttribute('aria-disabled'), WAIT).toBeNull()
  })

  it('adds files marked in Files, as far as the list can play them', async () => {
    const panel = await at('#files')
    for (const nr of [0, 1]) await panel.page.locator('.file-rows input').nth(nr).check()
    await panel.button('Add to a playlist').click()
    await panel.page.getByText('1 file of 2 from Files can play in this list').waitFor()
    await panel.button('Add here').click()
    await expect.poll(() => rows(panel).count(), WAIT).toBe(5)
    await goneButton(panel.page, 'Add here')
    await panel.page.getByText('Not saved yet').waitFor()
  })

  it('keeps a list changed during its save as changed after the save', async () => {
    const panel = await at('#build')
    const boxes = panel.page.locator('.build-list input')
    await boxes.first().press('Alt+ArrowDown')
    panel.core.reply = () => 'silence'
    await boxes.first().press('Control+s')
    await expect.poll(() => edits(panel).length, WAIT).toBe(1)
    await boxes.nth(3).press('Delete')
    panel.core.say({ type: 'outcome', id: panel.core.received[0]?.id, outcome: saved })
    await panel.page.getByText('Saved').waitFor()
    await expect.poll(() => order(panel)).toBe('213')
    await panel.page.getByText('Not saved yet').waitFor()
    await boxes.first().press('Control+z')
    await gone(panel.page.getByText('Not saved yet'))
    await expect.poll(() => order(panel)).toBe('2134')
  })

  it('shows both versions of a list that another client changed too, and takes the one chosen', async () => {
    const panel = await at('#build')
    panel.core.reply = () => CONFLICT
    const change = async () => {
      await panel.page.locator('.build-list input').first().press('Alt+ArrowDown')
      await panel.button('Save').click()
      await panel.page.getByRole('region', { name: 'Changed meanwhile' }).getByText('Harbour fog').waitFor()
    }
    await change()
    await panel.button('Take theirs').click()
    await expect.poll(() => order(panel), WAIT).toBe('1234')
    await change()
    panel.core.reply = () => saved
    await panel.button('Save yours instead').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(3)
    expect(edits(panel)[2]?.input).not.toHaveProperty('base')
    await goneButton(panel.page, 'Save yours instead')
  })

  it('shows by the clock what plays and what is estimated, and no times after a change', async () => {
    const panel = await open(playingThird(), { at: '#build', core: { read: content } })
    await row(panel, 2)
      .getByText(/^on air since /)
      .waitFor()
    await row(panel, 3).getByText(/^≈ /).waitFor()
    const drawn = (nr: number) =>
      row(panel, nr)
        .locator('.build-when')
        .evaluate((one) => [getComputedStyle(one).textDecorationStyle, one.parentElement?.innerText.split(/\s/)[0]])
    await expect.poll(() => drawn(2), WAIT).toEqual(['solid', 'on'])
    await expect.poll(() => drawn(3), WAIT).toEqual(['dotted', 'Estimated'])
    expect(
      await row(panel, 0)
        .getByText(/^≈ |^\+/)
        .count(),
    ).toBe(0)
    await row(panel, 0).locator('input').press('Alt+ArrowDown')
    await row(panel, 0).getByText('+0:00').waitFor()
    await gone(panel.page.getByText(/^on air since /))
  })

  it('lists which files cannot be used, with the remedy, and where ads break in', async () => {
    const panel = await open(appState(liveProject()), { at: '#build', core: { read: unusable } })
    await panel.page.getByText('1 file cannot be used.').waitFor()
    await row(panel, 2).getByText('cannot be used').waitFor()
    await row(panel, 0).getByText('Ad break at 1:00, 0:30 long').waitFor()
    expect(await panel.page.getByText('shows no ads').count()).toBe(0)
    await panel.button('Encode it').click()
    await expect
      .poll(() => edits(panel)[0], WAIT)
      .toMatchObject({ operation: 'encodeFiles', input: { fileIds: ['f3'] } })
  })

  it('says on the local studio that no ads are shown', async () => {
    const panel = await open(onStudio, { at: '#build', core: { read: unusable } })
    await panel.page.getByText('The local studio shows no ads').waitFor()
  })
})

it('changes that viewers do not see yet are listed, with Sync, and counted at the link to Build', async () => {
  const panel = await open(appState(unsyncedProject()), { at: '#build', core: { read: contentOf(scenes(), UNSEEN) } })
  const way = panel.page.getByRole('link', { name: 'Build', exact: true })
  await expect.poll(() => way.getAttribute('aria-describedby')).toBe('build-waits')
  await expectText(panel.page.locator('#build-waits'), 'not on air yet')
  const unseen = panel.page.getByRole('region', { name: 'Not on air yet' })
  await unseen.getByText('Not on air yet, in 2 places').click()
  await unseen.getByText('Night tape: 3 files moved.').waitFor()
  await unseen.getByRole('button', { name: 'Sync' }).click()
  await panel.expectCommands('sync')
})

describe('a layer', () => {
  it('is moved and resized by keys and by mouse, within the frame, and sent once on saving', async () => {
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
    await panel.page.mouse.move(at50.x + 250, at50.y + 20)
    await panel.page.mouse.down()
    await panel.page.mouse.move(at50.x, at50.y + 20)
    await pageKeys(panel.page, 'Escape')
    await panel.page.mouse.move(at50.x + 10, at50.y + 20)
    await panel.page.mouse.up()
    expect(edits(panel)).toEqual([])
    await panel.button('Save').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(1)
    expect(edits(panel)[0]?.input).toMatchObject({ position: { x: 37, y: 0, width: 63, height: 50 } })
  })

  it('sends only the differences, and a scene after it ends its loop', async () => {
    const panel = await at('#build?scene=s2&layer=l3')
    await panel.page.getByLabel('At its end').selectOption('Standby card')
    await panel.button('Save').click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(1)
    expect(edits(panel)[0]).toMatchObject({
      operation: 'updateLayer',
      input: { layerId: 'l3', settings: { loop: false, nextScene: 's4' } },
    })
  })

  it('a save of a layer is undone with the values before, unless the layer has changed since', async () => {
    const loud = (volume: number) =>
      contentOf(
        scenes(4).map((scene) => ({
          ...scene,
          layers: scene.layers.map(({ content, ...rest }) => ({
            ...{ ...rest, content: content && { ...content, settings: { ...content.settings, volume } } },
          })),
        })),
      )
    const panel = await open(appState(liveProject()), { at: '#build?scene=s2&layer=l3', core: { read: loud(7) } })
    panel.core.reply = () => done({ what: 'edited', operation: 'updateLayer', about: '', id: null, synced: null })
    await panel.page.getByLabel('Volume, 0 to 10').fill('3')
    await panel.button('Save').click()
    const undo = panel.button('Undo layer change')
    panel.core.read = loud(9)
    await undo.click()
    await panel.page.getByText('Not undone: the layer has changed since.').waitFor()
    expect(edits(panel)).toHaveLength(1)
    panel.core.read = loud(3)
    await undo.click()
    await expect.poll(() => edits(panel).length, WAIT).toBe(2)
    expect(edits(panel)[1]?.input).toEqual({ projectId: 'p1', layerId: 'l3', settings: { volume: 7 } })
    await goneButton(panel.page, 'Undo layer change')
  })

  it('shows another client’s change before a save overwrites it, and then uses the version the user chooses', async () => {
    const panel = await at('#build?scene=s2&layer=l3')
    const volume = panel.page.getByLabel('Volume, 0 to 10')
    const theirs = (loud: number) => {
      const all = scenes(4).map((scene) => ({
        ...scene,
        layers: scene.layers.map(({ content, ...rest }) => ({
          ...{ ...rest, content: content && { ...content, settings: { ...content.settings, volume: loud } } },
        })),
      }))
      panel.core.read = contentOf(all)
    }
    await volume.fill('3')
    theirs(5)
    await panel.button('Save').click()
    await panel.page.getByText('Volume was changed elsewhere meanwhile: it is now “5”.').waitFor()
    await panel.button('Save').click()
    await panel.page.getByText('Choose one of the two versions first.').waitFor()
    await panel.button('Take theirs').click()
    await expect.poll(() => volume.inputValue(), WAIT).toBe('5')
    await volume.fill('3')
    theirs(6)
    await panel.button('Save').click()
    await panel.page.getByText('it is now “6”').waitFor()
    expect(edits(panel)).toEqual([])
    await panel.button('Save yours instead').click()
    await expect.poll(() => edits(panel).map(({ input }) => input), WAIT).toMatchObject([{ settings: { volume: 3 } }])
  })

  it('that cannot be changed here links to where it can be', async () => {
    const { page } = await at('#build?scene=s2&layer=l4')
    await page.getByText('interactive layers in the studio').waitFor()
    expect(await page.locator('.build-layers form').count()).toBe(0)
  })
})

describe('on air', () => {
  it('a changed playlist says before the save that viewers see it start again, now or after Sync', async () => {
    const panel = await open(appState(liveProject()), { at: '#build?scene=s2&layer=l2', core: { read: autoSynced } })
    await panel.page.locator('.build-list input').first().press('Delete')
    await panel.page.locator('.build-save').getByText('Viewers see it start again from the top.').waitFor()
    panel.core.read = content
    panel.core.say({ type: 'touched', names: ['getProject'], projectId: null })
    await panel.page.locator('.build-save').getByText('Once on air, it starts again from the top.').waitFor()
    panel.core.set({ meanings: { playlistWriteRestarts: 'no' } })
    await gone(panel.page.getByText('again from the top'))
  })

  it('an undo that viewers see at once is confirmed first, and is not sent otherwise', async () => {
    const panel = await open(appState(liveProject()), { at: '#build?scene=s2&layer=l2', core: { read: autoSynced } })
    await panel.page.locator('.build-list input').first().press('Control+z')
    await panel.page.getByRole('group', { name: 'Undo the last save? Viewers see the list start again' }).waitFor()
    await panel.button('Cancel').click()
    await panel.button('Undo the last save').click()
    expect(edits(panel)).toEqual([])
    await panel.button('Undo, on air at once').click()
    await expect.poll(() => edits(panel).map(({ operation }) => operation), WAIT).toEqual(['undoPlaylist'])
  })

  it('a layer’s playback stops only after a confirmation, for the broadcast that is shown', async () => {
    const panel = await at('#build?scene=s2&layer=l2')
    await panel.button('Stop playback').click()
    await panel.page.getByText('Stop Rain clips? Viewers see it at once.').waitFor()
    expect(panel.core.commands).toEqual([])
    await panel.button('Stop it on air').click()
    await panel.expectCommands('setPlayback')
    expect(panel.core.commands[0]).toMatchObject({ projectId: 'p1', layerId: 'l2', action: 'stop' })
  })

  it('changes are collected and sent as one; those that failed remain, and one with a lost response is not sent again', async () => {
    const panel = await open(appState(liveProject()), { at: '#build?scene=s2&layer=l3', core: { read: autoSynced } })
    await panel.button('Collect changes').click()
    const volume = panel.page.getByLabel('Volume, 0 to 10')
    for (const loud of ['3', '5']) {
      await volume.fill(loud)
      await panel.button('Collect').click()
    }
    await panel.page.getByText('2 changes collected').waitFor()
    expect(edits(panel)).toEqual([])
    const left = [{ operation: 'updateLayer', input: { projectId: 'p1', layerId: 'l3', settings: { volume: 5 } } }]
    panel.core.reply = () => ({
      result: 'refused',
      refusal: { reason: 'edit', message: 'The service refused it.', detail: { made: 1, left } },
    })
    await panel.button('Put on air together').click()
    await panel.page.getByText('1 change collected').waitFor()
    expect(edits(panel)[0]).toMatchObject({ operation: 'quietEdit', input: { edits: [{}, left[0]] } })
    panel.core.reply = () => ({ result: 'unknown', failure: timeout })
    await panel.button('Put on air together').click()
    await panel.page.getByText('Sent, and no answer came.').first().waitFor()
    expect(edits(panel)[1]?.input).toMatchObject({ edits: left })
    await panel.button('Put on air together').press('Enter')
    await panel.button('Discard them').click()
    await panel.button('Collect changes').waitFor()
    expect(edits(panel)).toHaveLength(2)
  })
})

it('a project other than the show’s is shown apart, with one way back', async () => {
  const panel = await at('#build')
  await panel.page.getByRole('button', { name: /^Choose a project/ }).click()
  await panel.page.getByRole('region', { name: 'All others' }).getByRole('button').first().click()
  await panel.page.getByText('Not the show target').waitFor()
  await panel.button('Back to the show target').click()
  await panel.page.getByText('SHOW TARGET, ON AIR').waitFor()
  expect(panel.core.commands).toEqual([])
})
