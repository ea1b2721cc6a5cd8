/** Asks by a box of the system what becomes of what is on air. Thin. */
import { dialog } from 'electron'
import { escapeControls } from '../../../shared/util/escapeControls.ts'
import { onAirNow, QUIT_WORDS, SETUP_NAMES } from '../../../shared/words/setup.ts'

/** The button that Escape, Return and closing the box mean: nothing happens. */
const STAY = 0

export async function askPlainly(names: readonly string[]): Promise<'leave' | 'stay'> {
  const { response } = await dialog.showMessageBox({
    ...{
      type: 'question',
      title: 'Cuelight',
      message: onAirNow(names.map(escapeControls)),
      detail: QUIT_WORDS.leaveMore,
    },
    ...{ buttons: [SETUP_NAMES.stay, SETUP_NAMES.leave], defaultId: STAY, cancelId: STAY, noLink: true },
  })
  return response === STAY ? 'stay' : 'leave'
}
