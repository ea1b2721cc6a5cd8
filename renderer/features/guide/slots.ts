import type { ComponentType } from 'react'
import type { InputOf } from '../../../shared/contract/inputs.ts'
import type { Answer } from '../../../shared/contract/operations.ts'
import type { Project } from '../../../shared/contract/records.ts'
import type { TimedFile } from '../../../shared/query/views.ts'
import type { FeedbackId } from '../../store/submissions.ts'

/** The input for a new project. */
export type NewProject = Omit<InputOf<'createProject'>, 'duration'>

/** Components of other screens that the steps use. */
export interface Slots {
  readonly Import: ComponentType<{ folder: null; dropped: readonly string[]; onClose(): void }>
  readonly Choose: ComponentType<{ kind: 'video'; onAdd(files: readonly TimedFile[]): void; onClose(): void }>
  readonly Unusable: ComponentType<{
    files: readonly { id: string; name: string; errors: readonly string[] }[]
    encodes: ReadonlyMap<string, number | null>
    spot: FeedbackId
  }>
  readonly Fields: ComponentType<{ fields: NewProject; fill(change: Partial<NewProject>): void }>
  readonly NotSeen: ComponentType<{ project: Project }>
  readonly List: ComponentType<{ project: Project; layer: Answer<'getLayer'> }>
}
