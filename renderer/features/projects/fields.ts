import type { InputOf } from '../../../shared/contract/inputs.ts'
import { FORMATS, type Project } from '../../../shared/contract/records.ts'
import { useKeptDraft } from '../../store/drafts.ts'

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

/** The fields of a draft that differ from the current ones: only these are sent. */
export function changedIn(draft: Fields, before: Fields): Fields {
  const entries = Object.entries(draft) as [keyof Fields, unknown][]
  return Object.fromEntries(entries.filter(([field, value]) => !isSame(value, before[field]))) as Fields
}

/** The order of destinations does not matter. */
const isSame = (one: unknown, other: unknown) => plain(one) === plain(other)
const plain = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

const NOTHING: Fields = {}

/** The fields that would be overwritten although another client has changed them since the user began to edit them. */
export function changedElsewhere(changed: Fields, base: Fields, now: Fields): (keyof Fields)[] {
  return (Object.keys(changed) as (keyof Fields)[]).filter(
    (field) => field in base && !isSame(base[field], now[field]) && !isSame(changed[field], now[field]),
  )
}

/** By project, the values of the edited fields at the time the user began to edit them. */
export function useBase(key: string) {
  const { draft: base, keep, forget } = useKeptDraft(`projectBase ${key}`, NOTHING)
  return {
    base,
    /** A field that is already being edited keeps its base. */
    found: (fields: Fields) => keep((before) => ({ ...fields, ...before })),
    /** The user has seen the current values. */
    seen: (fields: Fields) => keep((before) => ({ ...before, ...fields })),
    forget,
  }
}

/** The unsent edits of a project. */
export function useDraft(key: string) {
  const { draft, keep, forget } = useKeptDraft(`project ${key}`, NOTHING)
  return { draft, fill: (change: Fields) => keep((now) => ({ ...now, ...change })), empty: forget }
}
