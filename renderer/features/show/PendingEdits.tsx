import { targetOf } from '../../../shared/state.ts'
import { type PendingEdits as Derived, pendingEditsOf } from '../../../shared/view/notSeen.ts'
import {
  editBy,
  editWords,
  morePendingEdits,
  NOT_SEEN_HEADING,
  NOT_SEEN_NOT_KNOWN_HEADING,
} from '../../../shared/words/show.ts'
import { usePanel } from '../../store/context.tsx'
import { airIsKnown } from '../../store/tally.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Card } from '../../ui/Card.tsx'
import './PendingEdits.css'

/** What Sync would show viewers, as far as that is known. Not there while they see everything. */
export function PendingEditList() {
  const project = usePanel(({ state }) => state && targetOf(state))
  const journal = usePanel(({ state }) => state?.journal)
  const known = useTimed(airIsKnown)
  // What was read too long ago is not told as true.
  const notSeen = project && journal && known ? pendingEditsOf(project, journal) : null
  return notSeen && <NotSeenCard notSeen={notSeen} />
}

function NotSeenCard({ notSeen }: { notSeen: Derived }) {
  const more = morePendingEdits(notSeen)
  return (
    <Card
      heading={notSeen.kind === 'some' ? NOT_SEEN_HEADING : NOT_SEEN_NOT_KNOWN_HEADING}
      className={`not-seen ${notSeen.kind === 'some' ? 'waits' : ''}`}
    >
      <ul>
        {notSeen.known.map((edit) => (
          <li key={edit.by?.at ?? 0} className="unseen">
            <span className="unseen-words">{editWords(edit)}</span> <span className="small num">{editBy(edit)}</span>
          </li>
        ))}
      </ul>
      {more && <p className="unseen-more num">{more}</p>}
    </Card>
  )
}
