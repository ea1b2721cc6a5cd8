import type { Toast } from '../../../shared/settings/desktop.ts'
import { escapeControls } from '../../../shared/util/escapeControls.ts'
import { TONE_WORDS } from '../../../shared/words/desktop/hotkeys.ts'
import type { Store } from '../../core/state/store.ts'
import { overlayWanted } from '../windows/policy.ts'

/** Shows a text on the screen. @returns a function that removes it */
export type ShowAnswer = (title: string, body: string) => () => void

/**
 * Shows outcomes of hotkeys as notifications, each replacing the one before: for systems on which no window of ours can
 * appear over another program without taking its keyboard (Wayland). The overlay still plays the sound.
 *
 * @returns a function that ends it
 */
export function answerByNotification(store: Store, show: ShowAnswer): () => void {
  let shownNr: number | null = null
  let takeAway = () => {}

  function answer(flash: Toast | null): void {
    takeAway()
    shownNr = flash?.nr ?? null
    takeAway = flash === null ? () => {} : show(titleOf(flash), escapeControls(flash.detail ?? ''))
  }

  const unsubscribe = store.subscribe((_change, state) => {
    const flash = overlayWanted(state) ? (state.desktop?.flash ?? null) : null
    if ((flash?.nr ?? null) !== shownNr) answer(flash)
  })
  return () => {
    unsubscribe()
    answer(null)
  }
}

const titleOf = ({ tone, title }: Toast): string => `${TONE_WORDS[tone]}: ${escapeControls(title)}`
