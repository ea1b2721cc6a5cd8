import type { Page } from 'playwright'

interface Fiber {
  flags: number
  stateNode: unknown
  return: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
}

/** React sets it on what it has drawn anew, for its own developer tools, through whose hook we look. */
const PERFORMED_WORK = 1

/** Notes which tiles React draws. To be called before anything is loaded into the page. */
export async function watchDrawing(page: Page): Promise<void> {
  await page.addInitScript((performed) => {
    const drawn: string[] = []
    const seen = new Map<string, Fiber>()
    const walk = (fiber: Fiber | null): void => {
      for (let one = fiber; one; one = one.sibling) {
        const id = one.stateNode instanceof HTMLElement ? one.stateNode.dataset.scene : undefined
        const tile = one.return
        if (id === undefined || !tile) walk(one.child)
        else {
          if (seen.get(id) !== tile && tile.flags & performed) drawn.push(id)
          seen.set(id, tile)
        }
      }
    }
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => walk(root.current),
      onCommitFiberUnmount: () => {},
    }
    Object.assign(window, { drawnTiles: drawn, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
  }, PERFORMED_WORK)
}

/** The scenes whose tiles were drawn since it was asked last. */
export function drawnTiles(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { drawnTiles: string[] }).drawnTiles.splice(0))
}
