import type { Project } from '../../../shared/contract/records.ts'
import { isRunning } from '../../../shared/state.ts'
import { NAMES } from '../../../shared/words/labels.ts'
import { NOT_SEEN_WORDS } from '../../../shared/words/projects/build.ts'
import { useRead } from '../../data/queries.ts'
import { useActions, usePanel, useTarget } from '../../store/context.tsx'
import { whyNoSync } from '../../store/reasons.ts'
import { PressButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'

/** The changes that viewers of the show do not see yet, as a list with Sync. Hidden while there are none. */
export function NotSeen({ project }: { project: Project }) {
  const { ask } = useActions()
  const reason = usePanel(whyNoSync)
  const runs = useTarget((target) => target?.id === project.id && isRunning(target.live))
  const some = useTarget((target) => target?.unsynced.some ?? false)
  const { data } = useRead('unsyncedChanges', { projectId: project.id }, runs)
  const unseen = data?.value
  if (!runs || !unseen || unseen.state === 'none' || unseen.state === 'nothingRuns') return null
  // The service may report unsynced changes without saying which.
  const state = unseen.state === 'notKnown' && some ? 'unlisted' : unseen.state
  return (
    <section className="build-unseen" aria-label={NOT_SEEN_WORDS.title} data-state={state}>
      <details>
        <summary>{NOT_SEEN_WORDS[state](unseen.changes.length)}</summary>
        <ul>
          {unseen.changes.map(({ about }) => (
            <li key={about}>{about}</li>
          ))}
        </ul>
        {unseen.notCompared > 0 && <p className="small">{NOT_SEEN_WORDS.notCompared(unseen.notCompared)}</p>}
      </details>
      <PressButton
        name={NAMES.sync}
        spot="sync"
        reason={reason}
        className="build-sync"
        onPress={() => void ask('sync', (show) => show.sync())}
      />
      <Answer spots={['sync']} />
    </section>
  )
}
