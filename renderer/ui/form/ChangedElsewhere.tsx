import { PROJECT_NAMES } from '../../../shared/words/projects/projects.ts'
import { Button } from '../button/PressButton.tsx'
import { Warning } from '../icons/icons.tsx'

interface Props {
  /** A sentence about each field that another client changed. */
  lines: readonly string[]
  onTheirs(): void
  onMine(): void
}

/** Shows what a save would overwrite, and lets the user choose between the two versions. */
export function ChangedElsewhere({ lines, onTheirs, onMine }: Props) {
  if (lines.length === 0) return null
  return (
    <div className="stack tight box" data-wait role="alert">
      <ul>
        {lines.map((line) => (
          <li key={line} className="noted">
            <Warning />
            {line}
          </li>
        ))}
      </ul>
      <div className="row">
        <Button onClick={onTheirs}>{PROJECT_NAMES.takeTheirs}</Button>
        <Button onClick={onMine}>{PROJECT_NAMES.saveMine}</Button>
      </div>
    </div>
  )
}
