/** What is said to what was asked for by name, and names nothing or several. */
import { inARow, listed } from './format.ts'

/** As many as a line carries. */
const MOST_NAMED = 12

export function couldBe(wanted: string, names: readonly string[]): string {
  return `"${wanted}" could be ${among(names)}. Say which. Nothing was sent.`
}

export function noSuchScene(wanted: string, names: readonly string[]): string {
  const there = names.length === 0 ? 'the project has none' : `there are ${among(names)}`
  return `No scene is called "${wanted}": ${there}. Nothing was sent.`
}

export function noSuchProject(wanted: string): string {
  return `No project is called "${wanted}". Nothing was sent.`
}

function among(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED)
  const more = names.length - shown.length
  return more > 0 ? listed([...shown, `${more} more`]) : inARow(shown)
}
