/** After a lost response, every place shows how the command really came out. */
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../shared/failures.ts'
import type { JournalEntry, ProjectState } from '../../shared/state.ts'
import { expectText, type Panel, panels, settle, WAIT } from './panel.ts'
import { appState, arm, liveProject, NOW, offProject, timeout, unsyncedProject } from './states.ts'

const open = panels()

const about = { projectId: 'p1', projectName: 'Friday Night', source: 'panel' } as const
const lostStop: Failure = { ...timeout, operation: 'stopLive', path: '/projects/p1/live/stop' }
const activate = { operation: 'activateScene', path: '/projects/p1/scenes/s3/activate' }
const garbled: Failure = { ...timeout, ...activate, kind: 'unreadable' }

function entry(command: 'goLive' | 'commitStop' | 'switchScene', failure: Failure): JournalEntry {
  const what = { command, about: command === 'switchScene' ? 'Break' : null }
  return { ...about, id: `of ${command}`, at: NOW - 500, ms: 200, what, outcome: { result: 'unknown', failure } }
}

const settled = (act: 'start' | 'stop', as: 'notStarted' | 'stopped'): JournalEntry => ({
  ...{ ...about, id: 'settled', at: NOW + 1_000, source: 'core', outcome: null, ms: null },
  what: { event: 'settled', act, as },
})

const bubble = ({ page }: Panel) => page.locator('.scene-answer .answer')
const answer = ({ page }: Panel) => page.locator('.controls-answer .answer')

it('a lost response that was settled since: is shown with its real outcome, at its button too', async () => {
  const panel = await open(appState(offProject()))
  panel.core.reply = () => {
    panel.core.journal(entry('goLive', timeout))
    return { result: 'unknown', failure: timeout }
  }
  await panel.button('Go live').click()
  await expectText(answer(panel), 'No reply. Checking whether it worked.')
  await expect.poll(() => answer(panel).getAttribute('data-look')).toBe('unknown')
  panel.core.journal(settled('start', 'notStarted'))
  await expectText(answer(panel), 'it was not started. Go live is free again.')
  await expect.poll(() => answer(panel).getAttribute('data-look')).toBe('failed')
})

it('a lost response that was settled since: leaves no amber doubt below "Nothing is on air" after a lost stop', async () => {
  const panel = await open(appState(liveProject()))
  panel.core.reply = ({ command }) => {
    if (command.type === 'armStop') return { result: 'armed', arm: arm() }
    panel.core.journal(entry('commitStop', lostStop))
    return { result: 'unknown', failure: lostStop }
  }
  await panel.button('Stop').hover()
  await panel.page.mouse.down()
  await panel.expectCommands('armStop')
  await expect.poll(() => panel.button('Stop').getAttribute('data-phase'), WAIT).toBe('armed')
  await panel.page.clock.runFor(1_600)
  await panel.expectCommands('armStop', 'commitStop')
  await panel.page.mouse.up()
  await expectText(answer(panel), 'Checking whether it worked.')
  panel.core.journal(settled('stop', 'stopped'))
  panel.core.set({ projects: { p1: offProject() } })
  await expectText(panel.tally, 'Nothing is on air')
  await expectText(answer(panel), 'Checked: it is off.')
  await expect.poll(() => answer(panel).getAttribute('data-look')).toBe('done')
})

describe('a switch whose response was garbled', () => {
  async function switchLost(after: ProjectState, scenesReadAt = NOW + 800): Promise<Panel> {
    const panel = await open(appState(liveProject()))
    panel.core.reply = () => {
      panel.core.journal(entry('switchScene', garbled))
      return { result: 'unknown', failure: garbled }
    }
    await panel.button('Break').click()
    await expectText(bubble(panel), 'Unreadable reply. Checking whether it worked.')
    panel.core.set({ projects: { p1: { ...after, scenesReadAt } } })
    return panel
  }

  it('is described alike at its tile, beside it, in the card and in the journal', async () => {
    const panel = await switchLost(unsyncedProject())
    await expectText(panel.button('Break'), 'NOT YET')
    await expectText(bubble(panel), 'Break is not on air yet. Press Sync.')
    await expectText(panel.page.locator('.not-seen'), /Break instead of Main show[\s\S]*switched .* from the panel/)
    const newest = panel.page.locator('.journal .entry').first()
    await expectText(newest, 'Unreadable reply. Break is not on air yet. Press Sync.')
  })

  it('is shown as on air only if it is', async () => {
    const on = unsyncedProject()
    const panel = await switchLost({
      ...on,
      air: { ...on.air, sceneId: 's3' },
      unsynced: { ...on.unsynced, some: false },
    })
    await expectText(panel.button('Break'), 'ON AIR')
    await expectText(bubble(panel), 'Break is on air.')
  })

  it('is shown as not done if another scene is still the active one', async () => {
    const panel = await switchLost(liveProject())
    await expectText(bubble(panel), 'It did not switch to Break.')
    await expect.poll(() => bubble(panel).getAttribute('data-look')).toBe('failed')
  })

  it('remains unknown while nothing was read since', async () => {
    const panel = await switchLost(unsyncedProject(), NOW - 5_000)
    await expectText(panel.button('Break'), 'NOT YET')
    await settle(panel)
    await expectText(bubble(panel), 'Checking whether it worked.')
  })
})
