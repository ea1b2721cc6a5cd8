import type { BrowserName } from '../../shared/query/panelSessions.ts'

/** Each is looked for in this order: most browsers also call themselves by the names of others. */
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

/** What a browser says it is, so that a person knows it again in a list. Nothing rests on it: anybody can say anything. */
export function browserNameOf(userAgent = ''): BrowserName {
  const found = <Name>(marks: readonly [Name, string][]) => marks.find(([, mark]) => userAgent.includes(mark))?.[0]
  return { browser: found(BROWSER_MARKS) ?? null, system: found(SYSTEM_MARKS) ?? null }
}
