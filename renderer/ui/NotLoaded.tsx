import { NOT_LOADED_WORDS, STATE_NAMES } from '../../shared/words/states.ts'
import { Unplugged } from './icons.tsx'
import { StateCard } from './StateCard.tsx'

/** Loads the page anew. A plain button: it stands where the scripts of all others may not have come. */
export const loadAgain = (
  <button type="button" className="button" onClick={() => location.reload()}>
    {STATE_NAMES.loadAgain}
  </button>
)

/** In place of a screen whose script does not come: the core is gone, or of another version than this page. */
export function NotLoaded() {
  return (
    <div className="narrow">
      <StateCard look="page" bad icon={<Unplugged />} words={NOT_LOADED_WORDS}>
        {loadAgain}
      </StateCard>
    </div>
  )
}
