import { type ComponentType, type ReactNode, StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { reportBroken } from '../store/broken.ts'
import { Boundary } from '../ui/feedback/Boundary.tsx'

/** The parts of a page. */
export interface PageParts {
  /** Shows what is on air and depends on nothing else; null: the page has no head of its own. */
  Head: ComponentType | null
  /** What to show when the rest throws; if omitted: that it failed, and how to recover. */
  fallback?: ReactNode
  /** Everything else, possibly still loading. It never rejects. */
  rest: Promise<ComponentType>
}

/**
 * Renders a page in two roots. The head is rendered synchronously in the first frame; the rest follows as a
 * transition, so that no frame waits for it. An error in one root leaves the other intact.
 *
 * @param provide wraps a part in the context that all parts need
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
