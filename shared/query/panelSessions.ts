/** Which browsers the panel lets in: what is known of each, and nothing that opens anything. */
import * as z from 'zod'

/** Browsers and systems that are told apart. What calls itself anything else is not known. */
export const BROWSERS = ['OBS', 'Edge', 'Firefox', 'Chrome', 'Safari'] as const
export const SYSTEMS = ['Windows', 'macOS', 'Android', 'iOS', 'Linux'] as const

export const BrowserName = z.object({
  browser: z.enum(BROWSERS).nullable(),
  system: z.enum(SYSTEMS).nullable(),
})
export type BrowserName = z.output<typeof BrowserName>

/** One browser that is let in. Times are wall ms. */
export interface PanelSessionShown extends BrowserName {
  /** What it asks to be let in with. No secret. */
  id: string
  since: number
  /** When it last came or went; now, while a panel of it is open. */
  lastSeen: number
  /** Panels of it that are open now. */
  panels: number
}

export interface PanelSessions {
  /** The one that was seen last comes first. */
  sessions: PanelSessionShown[]
  /** Addresses that were made and would still open the panel. */
  unopened: number
}
