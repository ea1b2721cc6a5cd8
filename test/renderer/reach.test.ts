/** What a show by keys and by a screen reader rests on (`test/e2e/keyboard`, `screenReader`), each by itself. */
import { expect, it } from 'vitest'
import { targetOf } from '../../shared/state.ts'
import { AccessibleTree, Announcements } from '../e2e/accessibleTree.ts'
import { Keyboard } from '../e2e/keyboard.ts'
import { panels } from './panel.ts'
import { appState, arm, liveProject, NOW } from './states.ts'

const open = panels()
const ARMED = { result: 'armed', arm: arm({ mode: 'cancelWindow', notBefore: NOW + 60_000 }) } as const

it('what the scene on air rests on is not read out, and what viewers see is, once', async () => {
  const { core, page, tally } = await open(appState(liveProject()), { timersRun: true })
  await tally.getByText('On air: Main show').waitFor()
  const said = await Announcements.of(page)
  core.change((draft) => {
    const target = targetOf(draft)
    if (target) target.air.basis = 'lastSync'
  })
  await page.getByText('scene as of the last confirmed sync').waitFor()
  expect(await said.all()).toEqual([])
  core.change((draft) => {
    const target = targetOf(draft)
    if (target) target.air.sceneId = 's1'
  })
  expect(await said.until('On air: Opening')).toHaveLength(1)
})

it('a screen reader that presses Stop is asked first, and is where it was once it thinks better of it', async () => {
  const { core, page, button, expectCommands } = await open(appState(liveProject()), { timersRun: true })
  core.reply = () => ARMED
  await button('Stop').waitFor()
  const [tree, said, keys] = [await AccessibleTree.of(page), await Announcements.of(page), new Keyboard(page)]
  await tree.press('button', 'Stop')
  await keys.stands(button('Cancel'))
  await tree.press('button', 'Cancel')
  await said.until('Cancelled. Nothing was sent.')
  await keys.stands(button('Stop'))
  await expectCommands('armStop', 'cancelArm')
})

it('an answer is read out', async () => {
  const { core, page, button } = await open(appState(liveProject()), { timersRun: true })
  core.reply = () => ({ result: 'refused', refusal: { reason: 'padlocked' } })
  await button('Break').waitFor()
  const said = await Announcements.of(page)
  await page.keyboard.press('3')
  await said.until('The padlock is closed. Open it first.')
})
