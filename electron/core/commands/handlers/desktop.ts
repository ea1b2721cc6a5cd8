/** Commands that reach the desktop app around the core; where there is none, they are refused. */
import type { CommandOf } from '../../../../shared/commands/commands.ts'
import type { Outcome } from '../../../../shared/outcome.ts'
import type { Context } from '../context.ts'
import { type Desktop, Refused } from '../ports.ts'
import { finished } from './startStop.ts'

export async function showWindow(command: CommandOf<'showWindow'>, context: Context): Promise<Outcome> {
  desktopOf(context).show(command.window)
  return finished({ what: 'windowShown', window: command.window })
}

export async function setHotkey(command: CommandOf<'setHotkey'>, context: Context): Promise<Outcome> {
  const { action, accelerator } = command
  await desktopOf(context).hotkeys.set(action, accelerator)
  return finished({ what: 'hotkeySet', action, accelerator })
}

export async function resetHotkeys(_: CommandOf<'resetHotkeys'>, context: Context): Promise<Outcome> {
  await desktopOf(context).hotkeys.reset()
  return finished({ what: 'hotkeysReset' })
}

export async function recordHotkeys({ on }: CommandOf<'recordHotkeys'>, context: Context): Promise<Outcome> {
  desktopOf(context).hotkeys.record(on)
  return finished({ what: 'recording', on })
}

export async function testHotkeys({ on }: CommandOf<'testHotkeys'>, context: Context): Promise<Outcome> {
  desktopOf(context).hotkeys.test(on)
  return finished({ what: 'selfTest', on })
}

export async function setDesktop(command: CommandOf<'setDesktop'>, context: Context): Promise<Outcome> {
  const { type: _, ...part } = command
  await desktopOf(context).change(part)
  return finished({ what: 'desktopSet' })
}

export async function installCommand(_: CommandOf<'installCommand'>, context: Context): Promise<Outcome> {
  return finished({ what: 'commandInstalled', ...(await desktopOf(context).installCommand()) })
}

export async function checkForUpdate(_: CommandOf<'checkForUpdate'>, context: Context): Promise<Outcome> {
  return finished({ what: 'updateChecked', version: await desktopOf(context).updates.check() })
}

export async function installUpdate(_: CommandOf<'installUpdate'>, context: Context): Promise<Outcome> {
  return finished({ what: 'updateInstalling', version: await desktopOf(context).updates.install() })
}

function desktopOf({ ports }: Context): Desktop {
  if (!ports.desktop) throw new Refused({ reason: 'notHere' })
  return ports.desktop
}
