/**
 * What terminals, menus and spreadsheets obey instead of showing it: controls, ends of lines, and what turns the direction
 * of the text around it.
 */
const OBEYED = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Writes out what would be obeyed, as in `\u001b`. Names and messages come from elsewhere: at every edge where they leave
 * us as plain text, each stays in its own line and says nothing but itself. JSON means the same before and after.
 */
export function escapeControls(text: string): string {
  return text.replace(OBEYED, (one) => NAMED[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
