/** Macros in the tray: each by its name, and stopping the one that runs. */
import { macrosHere } from '../../../shared/macros/offered.ts'
import { MACRO_NAMES, MACROS_HEADING, runName } from '../../../shared/words/commands/macros.ts'
import { command, cutName, press, type TrayItem } from './items.ts'
import type { Seen } from './stateLines.ts'

export function macroItems({ state, target }: Seen): TrayItem[] {
  const { macro } = state
  const items = target ? macrosHere(state) : []
  const stop =
    macro?.ended === null
      ? [press('stopMacro', `${MACRO_NAMES.stop}: ${cutName(macro.name)}`, command({ type: 'stopMacro' }))]
      : []
  if (items.length === 0) return stop
  const runs = items.map(({ id, name }) =>
    press(`macro:${id}`, runName(cutName(name)), command({ type: 'runMacro', macroId: id })),
  )
  return [...stop, { kind: 'menu', id: 'macros', label: MACROS_HEADING, items: runs }]
}
