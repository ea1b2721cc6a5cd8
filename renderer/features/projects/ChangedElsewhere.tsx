import * as words from '../../../shared/words/projects.ts'
import { Warning } from '../../ui/icons.tsx'
import { Button } from '../../ui/PressButton.tsx'
import type { Fields } from './fields.ts'

interface Props {
  /** The fields that another client changed. */
  fields: readonly (keyof Fields)[]
  now: Fields
  onTheirs(): void
  onMine(): void
}

/** Shows what would be overwritten, and lets the user choose between the two versions. */
export function ChangedElsewhere({ fields, now, onTheirs, onMine }: Props) {
  if (fields.length === 0) return null
  return (
    <div className="project-elsewhere" role="alert">
      <ul>
        {fields.map((field) => {
          const value = now[field]
          return (
            <li key={field} className="noted">
              <Warning />
              {words.changedElsewhere(field, typeof value === 'string' ? value : null)}
            </li>
          )
        })}
      </ul>
      <div className="row">
        <Button onClick={onTheirs}>{words.PROJECT_NAMES.takeTheirs}</Button>
        <Button onClick={onMine}>{words.PROJECT_NAMES.saveMine}</Button>
      </div>
    </div>
  )
}
