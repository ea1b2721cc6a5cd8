/** A tray without a system around it: what it would draw is kept, and its items are pressed by name. */

import type { Core } from '../../electron/core/core.ts'
import { dispatchAs } from '../../electron/shell/dispatch.ts'
import { createTrayControl, type TrayControl } from '../../electron/shell/tray/control.ts'
import type { PressItem, TextItem, TrayItem, TrayView } from '../../electron/shell/tray/items.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Clock } from '../../shared/util/clock.ts'

/** Every item of a menu and of the menus in it. */
export function allItems(items: readonly TrayItem[]): TrayItem[] {
  return items.flatMap((item) => (item.kind === 'menu' ? [item, ...allItems(item.items)] : [item]))
}

export const presses = (view: TrayView): PressItem[] => allItems(view.menu).filter((item) => item.kind === 'press')
export const texts = (view: TrayView): TextItem[] => allItems(view.menu).filter((item) => item.kind === 'text')
export const words = (view: TrayView): string[] => texts(view).map(({ label }) => label)

export function itemOf(view: TrayView, id: string): PressItem {
  const item = presses(view).find((one) => one.id === id)
  if (!item) throw new Error(`no item ${id}; there are: ${presses(view).map((one) => one.id)}`)
  return item
}

export const labelOf = (view: TrayView, id: string): string | undefined =>
  presses(view).find((one) => one.id === id)?.label

export interface TrayUnderTest {
  control: TrayControl
  /** What was drawn, in order; and what the system shows, which ticks a pressed item by itself. */
  drawn: Partial<TrayView>[]
  /** What the shell itself was asked for. */
  asked: string[]
  answers: Outcome[]
  log: string[]
  /** So many times the system does not draw what it is told. */
  failing: { times: number }
  /** Presses an item of the menu as it is now; answers once the core did. */
  press(id: string): Promise<void>
}

/** @param core a whole core, whose guard and service stand behind every press */
export function trayOn(core: Pick<Core, 'store' | 'dispatch'>, clock: Clock): TrayUnderTest {
  const drawn: Partial<TrayView>[] = []
  const asked: string[] = []
  const answers: Outcome[] = []
  const log: string[] = []
  const failing = { times: 0 }
  let answered = () => {}
  const control = createTrayControl({
    core,
    clock,
    act: dispatchAs(core, 'tray'),
    actions: {
      showPanel: () => asked.push('panel'),
      showSettings: () => asked.push('settings'),
      quit: () => asked.push('quit'),
      open: (url) => asked.push(url),
    },
    onAnswer(outcome) {
      answers.push(outcome)
      answered()
    },
    log: (line) => log.push(line),
    draw(parts) {
      if (failing.times-- > 0) throw new Error('no tray here')
      drawn.push(parts)
    },
  })
  return {
    ...{ control, drawn, asked, answers, log, failing },
    press(id) {
      const done = new Promise<void>((resolve) => {
        answered = resolve
      })
      control.press(itemOf(control.view(), id))
      return done
    },
  }
}
