import type { Licence } from '../../../shared/util/licences.ts'

/** The licences whose name or licence contains this text, sorted by name. */
export function licencesLike(all: readonly Licence[], sought: string): Licence[] {
  const letters = sought.trim().toLowerCase()
  const has = ({ name, license }: Licence) => `${name} ${license}`.toLowerCase().includes(letters)
  return all.filter(has).sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}
