/** The licences of what we ship: collected at build time, and read by the page that shows them. */
import * as z from 'zod'

/** The file, next to the page's own files. Fetched only when the user opens the list. */
export const LICENCES_FILE = 'licences.json'

/** One shipped component. */
export const Licence = z.object({
  name: z.string().min(1),
  /** As the component gives it; empty if it has none. */
  version: z.string(),
  /** The licence's name, or an SPDX expression if the component gives one. */
  license: z.string().min(1),
  /** The licence and its notices, as the component ships them; empty if it ships none. */
  text: z.string(),
})
export type Licence = z.output<typeof Licence>

export const Licences = z.array(Licence)

/** Parses an unknown value as the list of licences; null if it is not one, or empty. */
export function readLicences(value: unknown): Licence[] | null {
  const parsed = Licences.safeParse(value)
  return parsed.success && parsed.data.length > 0 ? parsed.data : null
}
