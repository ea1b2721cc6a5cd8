import type { ComponentType } from 'react'
import type { PageName } from '../../shared/bridge/shellBridge.ts'
import { NotLoaded } from '../ui/feedback/NotLoaded.tsx'
import type { PageParts } from './draw.tsx'
import { Head } from './Head.tsx'

type Part = ComponentType

/** What follows the head, or the whole page: a separate script, requested as soon as this one runs. */
const RESTS: Record<PageName, () => Promise<Part>> = {
  main: () => import('./Panel.tsx').then(({ Panel }) => Panel, notLoaded),
  // If its script fails to load, the main panel stands in: it can do everything at any size.
  quick: () => import('./quick/QuickPanel.tsx').then(({ QuickPanel }) => QuickPanel, whole),
  // The overlay covers other programs' windows, so nothing else may ever be drawn in it.
  overlay: () =>
    import('../features/overlay/Overlay.tsx').then(
      ({ Overlay }) => Overlay,
      () => () => null,
    ),
}

const whole = () => import('./Panel.tsx').then(({ WholePanel }) => WholePanel, notLoaded)
const notLoaded = () => NotLoaded

/** The parts to draw on a page. */
export const drawnOn = (page: PageName): PageParts => ({
  Head: page === 'main' ? Head : null,
  rest: RESTS[page](),
  ...(page === 'overlay' && { fallback: null }),
})
