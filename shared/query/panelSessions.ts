/** The browsers with access to the panel: what is known of each, and nothing that grants access. */
import * as z from 'zod'

/** Browsers and systems that we recognise. Any other is unknown. */
export const BROWSERS = ['OBS', 'Edge', 'Firefox', 'Chrome', 'Safari'] as const
export const SYSTEMS = ['Windows', 'macOS', 'Android', 'iOS', 'Linux'] as const

export const BrowserName = z.object({
  browser: z.enum(BROWSERS).nullable(),
  system: z.enum(SYSTEMS).nullable(),
})
export type BrowserName = z.output<typeof BrowserName>

/** One browser with access. Times are wall ms. */
export interface PanelSessionShown extends BrowserName {
  /** Identifies the session when the browser connects. Not a secret. */
  id: string
  since: number
  /** When it last connected or disconnected; now, while it has a panel open. */
  lastSeen: number
  /** How many panels it has open now. */
  panels: number
}

export interface PanelSessions {
  /** Most recently seen first. */
  sessions: PanelSessionShown[]
  /** Addresses that were issued, not used yet, and still open the panel. */
  unopened: number
}
