import { isRunning, type ProjectState, targetOf } from '../../../../shared/state.ts'
import { type PendingEdits as Derived, pendingEditsOf } from '../../../../shared/view/notSeen.ts'
import {
  editBy,
  editWords,
  morePendingEdits,
  NOT_SEEN_HEADING,
  NOT_SEEN_NOT_KNOWN_HEADING,
  NOTHING_WAITS,
} from '../../../../shared/words/show/show.ts'
import { usePanel } from '../../../store/context.tsx'
import { airIsKnown } from '../../../store/tally.ts'
import { useTimed } from '../../../store/useTimed.ts'
import { Card } from '../../../ui/screen/Card.tsx'
import './PendingEdits.css'

/**
 * The changes that Sync would show viewers, as far as they are known. The card is rendered even if empty, so that the
 * layout does not shift.
 */
export function PendingEditList() {
  const project = usePanel(({ state }) => state && targetOf(state))
  const journal = usePanel(({ state }) => state?.journal)
  const known = useTimed(airIsKnown)
  if (!project || !journal) return null
  // A read that is too old is not shown as current.
  const notSeen = known ? pendingEditsOf(project, journal) : null
  const waits = notSeen?.kind === 'some'
  return (
    <Card
      heading={notSeen?.kind === 'notKnown' ? NOT_SEEN_NOT_KNOWN_HEADING : NOT_SEEN_HEADING}
      className={`not-seen ${waits ? 'waits' : ''}`}
    >
      {notSeen ? <Waiting notSeen={notSeen} /> : <p className="dim">{NOTHING_WAITS[stateOf(project, known)]}</p>}
    </Card>
  )
}

function stateOf({ live, pending }: ProjectState, known: boolean): keyof typeof NOTHING_WAITS {
  // While a lost start is being reconciled, it is unknown whether something runs.
  if (live === null || (pending?.act === 'start' && !isRunning(live))) return 'notYet'
  return !known ? 'notKnown' : isRunning(live) && live.status !== 'PREPARING' ? 'live' : 'off'
}

function Waiting({ notSeen }: { notSeen: Derived }) {
  const more = morePendingEdits(notSeen)
  return (
    <>
      <ul>
        {notSeen.known.map((edit) => (
          <li key={edit.by?.at ?? 0} className="unseen">
            <span className="unseen-words">{editWords(edit)}</span> <span className="small num">{editBy(edit)}</span>
          </li>
        ))}
      </ul>
      {more && <p className="unseen-more num">{more}</p>}
    </>
  )
}
