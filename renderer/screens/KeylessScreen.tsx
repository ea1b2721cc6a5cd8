import { KEYLESS, keyless, PROFILE_NAMES } from '../../shared/words/profiles.ts'
import { useMirror } from '../mirror/context.tsx'
import { hashOf } from '../view/place.ts'

/** The profile in use has no key to ask with: why not, and the way to give it one. The tally says what is missing. */
export function KeylessScreen() {
  const { todo } = useMirror(({ state }) => (state ? keyless(state) : KEYLESS.none))
  return (
    <div className="narrow">
      <div className="words card">
        <p>{todo}</p>
        <a className="button" href={hashOf('accounts')}>
          {PROFILE_NAMES.giveKey}
        </a>
      </div>
    </div>
  )
}
