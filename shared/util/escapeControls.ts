/** What terminals, menus and spreadsheets obey instead of showing: controls, line ends and bidi controls. */
const OBEYED = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Writes such characters out, as in `\u001b`. Names and messages come from elsewhere: wherever they leave us as plain
 * text, each must stay on its own line and not affect its surroundings. JSON keeps its meaning.
 */
export function escapeControls(text: string): string {
  return text.replace(OBEYED, (one) => NAMED[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
