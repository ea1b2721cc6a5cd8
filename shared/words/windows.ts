import type { PageName } from '../bridge/shellBridge.ts'

/** What the windows of the desktop app are called at the beginning of a sentence. */
export const WINDOW_WORDS: Record<PageName, string> = {
  main: 'The main window',
  quick: 'The quick panel',
  overlay: 'The overlay that answers hotkeys',
}
