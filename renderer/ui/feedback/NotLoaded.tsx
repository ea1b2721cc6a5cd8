import { NOT_LOADED_WORDS, STATE_NAMES } from '../../../shared/words/panel/states.ts'
import { Unplugged } from '../icons/icons.tsx'
import { StateCard } from './StateCard.tsx'

/** Reloads the page. A plain `button` element, because the scripts of other components may not have loaded. */
export const loadAgain = (
  <button type="button" className="button" onClick={() => location.reload()}>
    {STATE_NAMES.loadAgain}
  </button>
)

/** Replaces a screen whose script failed to load: the core is gone, or runs another version than this page. */
export function NotLoaded() {
  return (
    <div className="narrow">
      <StateCard look="page" bad icon={<Unplugged />} words={NOT_LOADED_WORDS}>
        {loadAgain}
      </StateCard>
    </div>
  )
}
