import type { BrowserName } from '../../shared/query/panelSessions.ts'

/** Checked in this order, because most browsers also include the names of others. */
const BROWSER_MARKS: readonly [NonNullable<BrowserName['browser']>, string][] = [
  ['OBS', 'OBS/'],
  ['Edge', 'Edg'],
  ['Firefox', 'Firefox/'],
  ['Firefox', 'FxiOS/'],
  ['Chrome', 'Chrome/'],
  ['Chrome', 'CriOS/'],
  ['Safari', 'Safari/'],
]
const SYSTEM_MARKS: readonly [NonNullable<BrowserName['system']>, string][] = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iOS', 'iPhone'],
  ['iOS', 'iPad'],
  ['macOS', 'Macintosh'],
  ['Linux', 'Linux'],
]

/**
 * The browser's own description, so that the user recognizes it in a list. No decision depends on it: any client can
 * claim any name.
 */
export function browserNameOf(userAgent = ''): BrowserName {
  const found = <Name>(marks: readonly [Name, string][]) => marks.find(([, mark]) => userAgent.includes(mark))?.[0]
  return { browser: found(BROWSER_MARKS) ?? null, system: found(SYSTEM_MARKS) ?? null }
}
