import type { ComponentType } from 'react'
import type { PageName } from '../../shared/bridge/shellBridge.ts'
import { Panel } from './Panel.tsx'

type Page = () => Promise<ComponentType>

/** The main page is here at once; every other one comes as a script of its own, so that the main one stays small. */
const PAGES: Partial<Record<PageName, Page>> = {
  quick: async () => (await import('./QuickPanel.tsx')).QuickPanel,
  overlay: async () => {
    try {
      return (await import('../features/overlay/Overlay.tsx')).Overlay
    } catch {
      // Over other programs' windows nothing else may ever stand.
      return () => null
    }
  },
}

/** What is drawn on a page. When its script does not come the main one is, which can do it all in any size. */
export async function drawnOn(page: PageName): Promise<ComponentType> {
  return PAGES[page]?.().catch(() => Panel) ?? Panel
}
