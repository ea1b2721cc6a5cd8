import { readDeepLink } from '../../shared/intents/deepLinks.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { type AppState, targetOf } from '../../shared/state.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { intentOfLink } from '../core/bridge/deepLink.ts'
import type { Core } from '../core/core.ts'
import type { Dispatch } from './dispatch.ts'

/** Deep links as the desktop app receives them. */
export type Links = ReturnType<typeof createLinks>

export interface LinkDoor {
  core: Pick<Core, 'store' | 'query'>
  clock: Clock
  /** Sends commands with the source `link`: the guard decides what that source may do. */
  act: Dispatch
  /** Brings the place where the user confirms to the front. */
  show: () => void
  /** Shows why a valid link was not carried out: nobody sees the output of a start by link. */
  refused?: (outcome: Outcome) => void
}

/**
 * Opens deep links. A link that starts the app arrives before anything is known, so it waits for the first reading of
 * the show.
 */
export function createLinks({ core, clock, act, show, refused }: LinkDoor) {
  return {
    /** Arms the command, or reports why not, and shows where to confirm it. Never rejects. @param text untrusted */
    async open(text: unknown): Promise<Outcome> {
      const link = readDeepLink(text)
      // A web page can open any number of invalid links: they bring up no window.
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

/** Resolves once the show has been read, or clearly cannot be read, or the time is up. */
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
