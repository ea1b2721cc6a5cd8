/** A press without a reply yet: the control shows that, and a press after it is never lost silently. */
import { expect, it } from 'vitest'
import type { Outcome } from '../../shared/outcome.ts'
import { gone } from '../support/gone.ts'
import { expectText, panels, WAIT } from './panel.ts'
import { appState, done, offProject, unsyncedProject } from './states.ts'

const open = panels()

const NOT_SENT = 'Still waiting for the reply. This press was not sent.'

const switchedTo = (sceneName: string): Outcome => done({ what: 'sceneSwitched', sceneName, reached: 'notOnAir' })
const switched = switchedTo('Break')
/** Controls of the show, the command each sends, and the outcome in the end. */
const CONTROLS = [
  ['button', 'Go live', 'goLive', done({ what: 'started', liveId: 'live1', projectName: 'Friday Night' })],
  ['button', 'Sync', 'sync', done({ what: 'synced', edits: 2 })],
  ['button', 'Back', 'backToScene', switched],
  ['button', 'Break', 'switchScene', switched],
  ['switch', 'Auto-sync', 'setAutoSync', done({ what: 'autoSync', on: true })],
  ['switch', 'Padlock', 'setPadlock', done({ what: 'padlock', locked: true })],
] as const

it.each(CONTROLS)(
  'the %s %s waits, says so, and takes the next press after the reply',
  async (role, name, sent, reply) => {
    const panel = await open(appState(name === 'Go live' ? offProject() : unsyncedProject()))
    const control = panel.page.getByRole(role, { name, exact: true })
    const isBusy = () => control.getAttribute('aria-busy')
    panel.core.reply = () => 'silence'
    await control.click()
    await panel.expectCommands(sent)
    await expect.poll(() => isBusy()).toBe('true')
    expect(await panel.page.getByText(NOT_SENT).count()).toBe(0)
    await control.click()
    await panel.page.getByText(NOT_SENT).waitFor()
    await panel.expectOnly(sent)
    panel.core.say({ type: 'outcome', id: panel.core.received[0]?.id, outcome: reply })
    await expect.poll(isBusy, WAIT).toBe(null)
    await gone(panel.page.getByText(NOT_SENT))
    await control.click()
    await panel.expectCommands(sent, sent)
  },
)

it('two presses of the next scene are two steps', async () => {
  const panel = await open(appState(unsyncedProject()))
  panel.core.reply = () => 'silence'
  await panel.button('Next scene').click()
  await panel.button('Next scene').click()
  await panel.expectCommands('nextScene', 'nextScene')
  const [first, second] = panel.core.received
  panel.core.say({ type: 'outcome', id: first?.id, outcome: switched })
  panel.core.say({
    type: 'outcome',
    id: second?.id,
    outcome: switchedTo('Ending'),
  })
  await expectText(panel.page.locator('.controls-answer'), 'Ending is not on air yet.')
})
