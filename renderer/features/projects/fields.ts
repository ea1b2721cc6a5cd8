import type { InputOf } from '../../../shared/contract/inputs.ts'
import { FORMATS, type Project } from '../../../shared/contract/records.ts'

/** The fields of a project that an edit can set. */
export type Fields = Omit<InputOf<'updateProject'>, 'projectId'>

/** The defaults of a new project. The duration is always sent: the service would take a missing one as one hour. */
export const NEW_PROJECT = {
  name: '',
  duration: { manual: true },
  format: '16:9_720p',
  destinationIds: [],
  autoSync: false,
} as const satisfies Fields

/**
 * The format of a project as it is sent; null if it cannot be. The service reports the aspect ratio, and as
 * resolution either the line count or both dimensions.
 */
export function formatOf({ format }: Pick<Project, 'format'>): string | null {
  if (!format) return null
  const lines = Math.min(...format.resolution.split(/\D+/).filter(Boolean).map(Number))
  const name = `${format.aspectRatio}_${lines}p`
  return FORMATS.includes(name) ? name : null
}

/** The current fields of a project. Unknown ones are omitted. */
export function fieldsOf(project: Project): Fields {
  const { name, title, description, autoSync, audioQuality, destinations, duration } = project
  const ids = project.destinationIds ?? destinations.map(({ id }) => id).filter((id) => id !== null)
  const format = formatOf(project)
  return {
    ...{ name, title: title ?? '', description: description ?? '', autoSync, destinationIds: ids },
    ...(duration.manual || duration.planned !== null ? { duration: durationOf(duration) } : {}),
    ...(format !== null ? { format } : {}),
    ...(audioQuality !== null ? { audioQuality } : {}),
  }
}

const durationOf = ({ manual, planned }: Project['duration']): Fields['duration'] =>
  manual ? { manual } : { manual, planned: planned ?? 0 }
