import { readDeepLink } from '../../shared/intents/deepLinks.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { type AppState, targetOf } from '../../shared/state.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { intentOfLink } from '../core/bridge/deepLink.ts'
import type { Core } from '../core/core.ts'
import type { Dispatch } from './dispatch.ts'

/** Deep links as the desktop app gets them. */
export type Links = ReturnType<typeof createLinks>

export interface LinkDoor {
  core: Pick<Core, 'store' | 'query'>
  clock: Clock
  /** Sends commands from the source `link`: what that may do is the guard's to say. */
  act: Dispatch
  /** Brings what a person confirms in to the front. */
  show: () => void
  /** Says on the screen why a link that we know was not carried out: nobody sees what a start by link prints. */
  refused?: (outcome: Outcome) => void
}

/** Opens deep links. One that starts the app comes before anything is known: it waits until the show has been read. */
export function createLinks({ core, clock, act, show, refused }: LinkDoor) {
  return {
    /** Arms, or says why not, and shows where it is confirmed. Never rejects. @param text unknown until read */
    async open(text: unknown): Promise<Outcome> {
      const link = readDeepLink(text)
      // A page can open as many odd links as it likes: no window comes up for those.
      if ('refused' in link) return refusedLink(link.refused)
      if ('show' in link) return act({ type: 'showWindow' })
      await known(core, clock)
      show()
      const meant = await intentOfLink(core, text)
      const outcome: Outcome = 'reason' in meant ? { result: 'refused', refusal: meant } : await act(meant)
      if (outcome.result === 'refused') refused?.(outcome)
      return outcome
    },
  }
}

const refusedLink = (message: string): Outcome => ({
  result: 'refused',
  refusal: { reason: 'invalid', field: 'link', message },
})

/** How long a link waits for the first reading of the show, in ms. */
const FIRST_READING_MS = 10_000

/** Resolves once the show has been read, or it is plain that it cannot be, or it takes too long. */
function known({ store }: Pick<Core, 'store'>, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      unsubscribe()
      stop()
      resolve()
    }
    const unsubscribe = store.subscribe((_, state) => isKnown(state) && over())
    const stop = clock.after(FIRST_READING_MS, over)
    if (isKnown(store.get())) over()
  })
}

function isKnown(state: AppState): boolean {
  const target = targetOf(state)
  if (target) return (target.live !== null && target.settings !== null) || target.failure !== null
  return (
    !state.service.keyPresent ||
    state.service.failure !== null ||
    (state.projectList.items.length === 0 && state.projectList.readAt !== null)
  )
}
