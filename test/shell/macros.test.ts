/** Macros by key and in the tray. */
import { expect, test } from 'vitest'
import { intentOf } from '../../electron/shell/hotkeys/invocations.ts'
import { trayView } from '../../electron/shell/tray/control.ts'
import { linkCommand } from '../../shared/intents/deepLinks.ts'
import { macro } from '../renderer/macrosSheet.ts'
import { appState, liveProject, NOW } from '../renderer/states.ts'

const macros = [macro(1), macro(2, { name: 'Elsewhere', projectId: 'p2' })]
const state = appState(liveProject(), { macros })
const run = { type: 'runMacro', macroId: macro(1).id }

test('a key runs the macro of that number in the show target, and reports if there is none', () => {
  expect(intentOf('macro1', state)).toEqual({ command: { ...run, mode: 'press' } })
  expect(intentOf('macro2', state)).toEqual({ why: 'There is no macro 2 for this project. Nothing was sent.' })
})

test('the tray offers each macro by name, stops the running one, and takes the second step', () => {
  const menu = (more = {}) => JSON.stringify(trayView({ ...state, ...more }, NOW, null).menu)
  expect(menu()).toContain('"label":"Run Show opening"')
  expect(menu()).not.toContain('Elsewhere')
  const { id, name } = macro(1)
  const running = { id, name, projectId: 'p1', step: 1, of: 6, until: null, ended: null }
  expect(menu({ macro: running })).toContain('"label":"Stop macro: Show opening"')
})

test('a link names its macro', () => {
  expect(linkCommand('cuelight://macro?name=show%20opening', state)).toEqual({ ...run, mode: 'menu' })
  expect(linkCommand('cuelight://macro?name=Elsewhere', state)).toMatchObject({ reason: 'edit' })
  expect(linkCommand('cuelight://macro', state)).toMatchObject({ reason: 'invalid' })
})
