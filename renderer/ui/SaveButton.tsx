import type { Handout } from '../../shared/bridge/bridge.ts'
import { SIGNS } from './Answer.tsx'
import { ignoreRepeat } from './PressButton.tsx'
import { useSaving } from './useSaving.ts'

/** Hands a file of Cuelight's to the person, and says how it went. */
export function SaveButton({ handout, name, about }: { handout: Handout; name: string; about: string }) {
  const { linked, told, save } = useSaving()
  return (
    <div className="save">
      <p className="small">{about}</p>
      <div className="row">
        <button
          type="button"
          className="button quiet"
          aria-disabled={!linked || undefined}
          onKeyDown={ignoreRepeat}
          onClick={() => void save(handout)}
        >
          {name}
        </button>
        <div className="answer" data-look={told?.look}>
          {told && SIGNS[told.look]}
          <span aria-live="polite">{told?.text}</span>
        </div>
      </div>
    </div>
  )
}
