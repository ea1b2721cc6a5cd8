/**
 * The service goes away while a screen is open: reported once, in one place, and read again automatically when it is
 * back.
 */
import { expect, it } from 'vitest'
import type { Failure } from '../../shared/failures.ts'
import { UNREAD_TODO } from '../../shared/words/panel/states.ts'
import { gone } from '../support/gone.ts'
import { BUILD_SHEET } from './buildSheet.ts'
import { FILES_SHEET } from './filesSheet.ts'
import { panels } from './panel.ts'
import { PROJECTS_SHEET } from './projectsSheet.ts'
import { SCHEDULE_SHEET } from './scheduleSheet.ts'
import type { SetUpState } from './setupSheet.ts'
import { NOW } from './states.ts'
import { STATISTICS_SHEET } from './statisticsSheet.ts'

const open = panels()

const offline: Failure = {
  ...{ kind: 'offline', operation: 'getLive', method: 'GET', path: '/v1', mayHaveHappened: false },
}
const CAUSE = 'The service cannot be reached.'

/** A screen in its normal state, and the selector that shows it has loaded. */
const SCREENS: [screen: string, sheet: Record<string, SetUpState>, read: string][] = [
  ['projects', PROJECTS_SHEET, '.project'],
  ['build', BUILD_SHEET, '.build-panes'],
  ['schedule', SCHEDULE_SHEET, '.month'],
  ['files', FILES_SHEET, '.file-rows'],
  ['reports', STATISTICS_SHEET, '.reports-row'],
]

it.each(SCREENS)('%s', async (screen, sheet, read) => {
  const state = Object.values(sheet).find(({ hash }) => hash.startsWith(`#${screen}`)) as SetUpState
  const well = state.read
  const service = { ...state.state.service, failure: offline, failingSince: NOW - 30_000 }
  const panel = await open({ ...state.state, service }, { at: state.hash, core: { read: () => CAUSE } })
  const main = panel.page.locator('main')
  await main.getByText(UNREAD_TODO).first().waitFor()
  await expect.poll(() => main.getByText(CAUSE).count()).toBe(1)
  await expect.poll(() => main.getByText(UNREAD_TODO).count()).toBe(1)
  if (well) panel.core.read = well
  panel.core.set({ service: { failure: null, failingSince: null } })
  await panel.page.locator(read).first().waitFor()
  await gone(main.getByText(UNREAD_TODO))
})
