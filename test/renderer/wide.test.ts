/** Every screen on the widest monitors: nothing over the edge, and no line that is too long to read. */
import { expect, it } from 'vitest'
import { LICENCES_FILE } from '../../shared/util/licences.ts'
import { overEdge } from './axe.ts'
import { LICENCES } from './desktopSheet.ts'
import { EVERY_STATE, openState } from './everyState.ts'
import { panels, WAIT } from './panel.ts'

const SIZE = { width: 3840, height: 2160 }
/** A reader loses the next line after more letters than this. Tables, and names that are cut off, are no prose. */
const MOST_LETTERS = 100

/** States of each screen with much on it. */
const SCREENS = [
  ...['live', 'many', 'noKey', 'welcome', 'build', 'buildUnseen', 'buildConflict', 'schedule', 'scheduleHours'],
  ...['schedulePlays', 'scheduleAdd', 'files', 'filesAtStudio', 'filesFailed', 'projects', 'projectLive'],
  ...['projectNew', 'projectsLost', 'reports', 'reportsOne', 'reportsConsent', 'checkFaults', 'guideVideos'],
  ...['interface', 'appearance', 'rehearsalFaults', 'accounts', 'hotkeys', 'macros', 'desktop', 'about', 'support'],
]
const chosen = EVERY_STATE.filter(([name]) => SCREENS.includes(name))
const open = panels()

it('these states exist', () => {
  expect(chosen.map(([name]) => name).sort()).toEqual(SCREENS.toSorted())
})

it.each(chosen)('%s, 3,840 px wide', async (name, state) => {
  const { core, page, address } = await open(state.state, { viewport: SIZE, timersRun: true })
  core.downloads[`/${LICENCES_FILE}`] = JSON.stringify(LICENCES)
  await openState(core, page, address, name, state)
  await expect.poll(() => overEdge(page), WAIT).toEqual([])
  await expect.poll(() => page.evaluate(longLines, MOST_LETTERS), WAIT).toEqual([])
})

/** Runs in the page: running text with too many letters in a line. */
function longLines(most: number): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const { data, parentElement: within } = texts.currentNode as Text
    if (!within?.checkVisibility() || within.closest('.hearable, .clip, table, style')) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode as Text)
    const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size
    if (lines > 0 && data.trim().length / lines > most) found.push(data.trim())
  }
  return found
}
