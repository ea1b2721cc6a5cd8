import { expect, test } from 'vitest'
import { trayView } from '../../electron/shell/tray/control.ts'
import { looks } from '../renderer/playingSheet.ts'
import { appState, liveProject, NOW } from '../renderer/states.ts'
import { presses } from './trayKit.ts'

test('the tray lists favourites first; digits and the tick stay with their scenes', () => {
  const shown = presses(trayView(appState(liveProject(), { looks: looks() }), NOW, null))
  const scenes = shown.filter(({ id }) => id.startsWith('scene:'))
  expect(scenes.map(({ id, key }) => [id, key])).toEqual([
    ['scene:s3', 3],
    ['scene:s5', 5],
    ['scene:s1', 1],
    ['scene:s2', 2],
    ['scene:s4', 4],
  ])
  expect(scenes.filter(({ checked }) => checked).map(({ id }) => id)).toEqual(['scene:s2'])
})
