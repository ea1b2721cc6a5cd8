import type { Project } from '../../../shared/contract/records.ts'
import { QueryError } from '../../../shared/query/query.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { ONE_WORDS } from '../../../shared/words/projects/projects.ts'
import { Button } from '../button/PressButton.tsx'
import { ReadFailed } from '../feedback/ReadFailed.tsx'
import { StateCard } from '../feedback/StateCard.tsx'
import { Fault } from '../icons/lateIcons.tsx'

const isUnknown = (error: Error | null) => error instanceof QueryError && error.failure?.kind === 'notFound'

/** The heading of one project: its name, or the state of reading it. */
export function projectHeading(project: Pick<Project, 'name'> | undefined, error: Error | null): string {
  if (project) return project.name || EMPTY.nameless
  return ONE_WORDS[isUnknown(error) ? 'unknownHeading' : error ? 'failedHeading' : 'loading']
}

interface Props {
  error: Error
  /** It was read before, and is still shown. */
  has: boolean
  /** The label of the button that leads back to the list. */
  back: string
  onBack(): void
}

/** Why one project could not be read. If the service does not know it, there is nothing to wait for. */
export function ProjectReadFailed({ error, has, back, onBack }: Props) {
  if (!isUnknown(error)) return <ReadFailed error={error} headline={ONE_WORDS.failed} has={has} />
  return (
    <StateCard icon={<Fault />} words={ONE_WORDS.unknown} look="part">
      <Button onClick={onBack}>{back}</Button>
    </StateCard>
  )
}
