import { BUILD_NAMES, CONFLICT_WORDS } from '../../../shared/words/projects/build.ts'
import type { Answer, FeedbackId } from '../../store/submissions.ts'
import { Button, PressButton } from '../../ui/button/PressButton.tsx'
import { Columns } from '../../ui/list/Columns.tsx'

export interface Place {
  mine: readonly string[]
  theirs: readonly string[]
}

/** The conflicting places that a refused save reports, as names of files: changed both here and by someone else. */
export function conflictOf(answer: Answer | null): readonly Place[] {
  const detail = answer?.result === 'refused' && 'detail' in answer.refusal ? answer.refusal.detail : null
  const { places } = Object(detail) as { places?: unknown }
  return Array.isArray(places) ? places.filter(isPlace) : []
}

const isPlace = (one: unknown): one is Place => {
  const { mine, theirs } = Object(one) as Partial<Record<keyof Place, unknown>>
  return [mine, theirs].every((side) => Array.isArray(side) && side.every((name) => typeof name === 'string'))
}

interface Props {
  places: readonly Place[]
  spot: FeedbackId
  /** `onMine` overwrites the current version with ours; `onTheirs` takes the current version and drops ours. */
  onMine(): void
  onTheirs(): void
}

/** Both versions side by side, for each place, and the two ways to continue. */
export function Conflict({ places, spot, onMine, onTheirs }: Props) {
  return (
    <section className="stack box build-conflict" data-wait aria-label={CONFLICT_WORDS.title}>
      <b>{CONFLICT_WORDS.title}</b>
      <table className="table small build-versions">
        <Columns names={[CONFLICT_WORDS.mine, CONFLICT_WORDS.theirs]} />
        <tbody>
          {places.map(({ mine, theirs }, nr) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places have no id, and never change
            <tr key={nr}>
              <Version names={mine} />
              <Version names={theirs} />
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row ends">
        <Button onClick={onTheirs}>{BUILD_NAMES.takeTheirs}</Button>
        <PressButton name={BUILD_NAMES.saveMine} spot={spot} onPress={onMine} />
      </div>
    </section>
  )
}

function Version({ names }: { names: readonly string[] }) {
  return (
    <td>
      {names.length === 0 && <small>{CONFLICT_WORDS.nothing}</small>}
      {names.map((name, nr) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one file may occur several times
        <p key={nr} className="clip" title={name}>
          {name}
        </p>
      ))}
    </td>
  )
}
