/** Under which licences is what we ship: made at build time, and read by the page that shows it. */
import * as z from 'zod'

/** The file, beside the page's own. Fetched only when somebody looks at it. */
export const LICENCES_FILE = 'licences.json'

/** One part of what is shipped. */
export const Licence = z.object({
  name: z.string().min(1),
  /** As the part itself writes it; empty where it has none. */
  version: z.string(),
  /** The licence's name, an SPDX expression where the part gives one. */
  license: z.string().min(1),
  /** The licence and its notices, as the part brings them; empty where it brings none. */
  text: z.string(),
})
export type Licence = z.output<typeof Licence>

export const Licences = z.array(Licence)

/** Reads an unknown value as the list of licences; null: it is none, and an empty one is none either. */
export function readLicences(value: unknown): Licence[] | null {
  const parsed = Licences.safeParse(value)
  return parsed.success && parsed.data.length > 0 ? parsed.data : null
}
