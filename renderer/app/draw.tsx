import { type ComponentType, type ReactNode, StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { reportBroken } from '../store/broken.ts'
import { Boundary } from '../ui/Boundary.tsx'

/** What stands on a page. */
export interface PageParts {
  /** Says what is on air, and needs nothing of the rest; null: the page has none of its own. */
  Head: ComponentType | null
  /** What stands where the rest throws; left out: that it did, and how it comes back. */
  fallback?: ReactNode
  /** All else, which may be on its way still. It does not reject. */
  rest: Promise<ComponentType>
}

/**
 * Draws a page in two roots. The head is there at once, with the first frame; the rest follows a piece at a time, so that
 * no frame waits for it. What throws in one of them leaves the other as it is.
 *
 * @param provide puts what all parts need around one
 */
export function drawPage(
  page: HTMLElement,
  { Head, fallback, rest: coming }: PageParts,
  provide: (part: ReactNode) => ReactNode,
): void {
  const rootOf = () => createRoot(page.appendChild(document.createElement('div')))
  const around = (part: ReactNode) => <StrictMode>{provide(part)}</StrictMode>
  const [head, rest] = [rootOf(), rootOf()]
  if (Head) flushSync(() => head.render(around(<Head />)))
  void coming.then((Rest) =>
    startTransition(() =>
      rest.render(
        around(
          <Boundary fallback={fallback} onBroken={() => reportBroken('page')}>
            <Rest />
          </Boundary>,
        ),
      ),
    ),
  )
}
