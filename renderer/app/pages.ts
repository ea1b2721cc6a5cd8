import type { ComponentType } from 'react'
import type { PageName } from '../../shared/bridge/shellBridge.ts'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import type { PageParts } from './draw.tsx'
import { Head } from './Head.tsx'

type Part = ComponentType

/** What follows the head, or stands alone: a script of its own, on its way as soon as this one runs. */
const RESTS: Record<PageName, () => Promise<Part>> = {
  main: () => import('./Panel.tsx').then(({ Panel }) => Panel, notLoaded),
  // When its script does not come the main one is there, which can do it all in any size.
  quick: () => import('./QuickPanel.tsx').then(({ QuickPanel }) => QuickPanel, whole),
  // Over other programs' windows nothing else may ever stand.
  overlay: () =>
    import('../features/overlay/Overlay.tsx').then(
      ({ Overlay }) => Overlay,
      () => () => null,
    ),
}

const whole = () => import('./Panel.tsx').then(({ WholePanel }) => WholePanel, notLoaded)
const notLoaded = () => NotLoaded

/** What is drawn on a page. */
export const drawnOn = (page: PageName): PageParts => ({
  Head: page === 'main' ? Head : null,
  rest: RESTS[page](),
  ...(page === 'overlay' && { fallback: null }),
})
