/** A Cuelight without a desktop around it says so, and does nothing. */
import { expect, test } from 'vitest'
import type { CommandInput } from '../../shared/commands/commands.ts'
import { stage } from './stage.ts'

const DESKTOP: CommandInput[] = [
  { type: 'showWindow' },
  { type: 'setHotkey', action: 'stop', accelerator: 'Control+F9' },
  { type: 'resetHotkeys' },
  { type: 'recordHotkeys', on: true },
  { type: 'testHotkeys', on: true },
  { type: 'setDesktop', overlay: false },
  { type: 'installCommand' },
  { type: 'checkForUpdate' },
  { type: 'installUpdate' },
]

test('where there is no desktop, what only it can do is refused', async () => {
  const on = await stage()
  for (const command of DESKTOP)
    expect(await on.rig.press(command), command.type).toEqual({ result: 'refused', refusal: { reason: 'notHere' } })
  expect(on.rig.core.settings.get().desktop.overlay).toBe(true)
})
