import type { Project } from '../../../shared/contract/records.ts'
import type { SceneContent } from '../../../shared/query/views.ts'
import { editTitle } from '../../../shared/words/commands/operations.ts'
import { QUIETLY_NAMES, QUIETLY_WORDS } from '../../../shared/words/projects/build.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { isLocked } from '../../store/reasons.ts'
import { seenLive } from '../../store/seen.ts'
import type { Answer as Answered } from '../../store/submissions.ts'
import { Button, PressButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { type Collected, setCollected, useCollected } from './collected.ts'

interface Props {
  project: Project
  scenes: readonly SceneContent[]
}

/** While viewers would see each change immediately: collects several changes here, then puts them on air as one. */
export function QuietEdit({ project, scenes }: Props) {
  const { store, press } = useActions()
  const collected = useCollected(project.id)
  const locked = usePanel(isLocked)
  const runs = usePanel(({ state }) => seenLive(state, project) !== null)
  const spot = `edit:quiet ${project.id}` as const
  if (!collected)
    return runs && project.autoSync ? (
      <div className="row build-collect">
        <Button onClick={() => setCollected(project.id, { edits: [], isLost: false })}>{QUIETLY_NAMES.begin}</Button>
        <small>{QUIETLY_WORDS.why}</small>
        <Answer spots={[spot]} />
      </div>
    ) : null
  const { edits, isLost } = collected
  const reason = isLost ? QUIETLY_WORDS.lost : edits.length === 0 ? QUIETLY_WORDS.none : null

  async function send(): Promise<void> {
    const seen = { liveId: seenLive(store.getState().state, project) }
    const input = { projectId: project.id, edits }
    const answer = await press(spot, { type: 'edit', operation: 'quietEdit', input, seen })
    setCollected(project.id, leftOf({ edits, isLost }, answer))
  }
  return (
    <section
      className="stack tight box build-collected"
      aria-label={QUIETLY_NAMES.title}
      data-unsaved
      data-wait={isLost || undefined}
    >
      <h3>{QUIETLY_WORDS.count(edits.length)}</h3>
      <p className="small">{isLost ? QUIETLY_WORDS.lost : QUIETLY_WORDS.howTo}</p>
      <ol>
        {edits.map(({ operation, input }, nr) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes may repeat, and their order identifies them
          <li key={nr}>{QUIETLY_WORDS.line(editTitle(operation, input), namedIn(input, scenes))}</li>
        ))}
      </ol>
      <Answer spots={[spot]} />
      <div className="row">
        <Button onClick={() => setCollected(project.id, null)}>
          {QUIETLY_NAMES[edits.length > 0 ? 'discard' : 'end']}
        </Button>
        <PressButton
          name={QUIETLY_NAMES.send}
          spot={spot}
          className="main"
          reason={reason}
          about={locked ? QUIETLY_WORDS.locked : null}
          onPress={() => void send()}
        />
      </div>
    </section>
  )
}

/**
 * What remains to be sent after an outcome; null: nothing. Changes that the core resumes automatically are no longer
 * ours.
 */
function leftOf(collected: Collected, answer: Answered | null): Collected | null {
  if (answer?.result === 'done') return null
  if (answer?.result === 'unknown' || answer?.result === 'linkLost') return { ...collected, isLost: true }
  if (answer?.result !== 'refused' || answer.refusal.reason !== 'edit') return collected
  const { left } = (answer.refusal.detail ?? {}) as { left?: Collected['edits'] }
  if (left === undefined) return collected
  return left.length > 0 ? { edits: left, isLost: false } : null
}

/** The name of the scene or layer that a change applies to. */
function namedIn({ layerId, sceneId }: Collected['edits'][number]['input'], scenes: readonly SceneContent[]) {
  const layer = scenes.flatMap(({ layers }) => layers).find(({ id }) => id === layerId)
  return layer?.name ?? scenes.find(({ id }) => id === sceneId)?.name ?? null
}
