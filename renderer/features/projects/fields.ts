import type { InputOf } from '../../../shared/contract/inputs.ts'
import { FORMATS, type Project } from '../../../shared/contract/records.ts'
import { useKeptDraft } from '../../store/drafts.ts'

/** What can be set of a project, as an edit sends it. */
export type Fields = Omit<InputOf<'updateProject'>, 'projectId'>

/** What a new project is unless somebody says otherwise. The length is always sent: left out, it would be one hour. */
export const NEW_PROJECT = {
  name: '',
  duration: { manual: true },
  format: '16:9_720p',
  destinationIds: [],
  autoSync: false,
} as const satisfies Fields

/** A format as it is sent; null for one that cannot be. It is answered as its ratio and its lines or both its sides. */
export function formatOf({ format }: Pick<Project, 'format'>): string | null {
  if (!format) return null
  const lines = Math.min(...format.resolution.split(/\D+/).filter(Boolean).map(Number))
  const name = `${format.aspectRatio}_${lines}p`
  return FORMATS.includes(name) ? name : null
}

/** What is set of a project now. What is not known of it stays out. */
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

/** What of a draft differs from what is: only that is sent. */
export function changedIn(draft: Fields, before: Fields): Fields {
  const entries = Object.entries(draft) as [keyof Fields, unknown][]
  return Object.fromEntries(entries.filter(([field, value]) => !isSame(value, before[field]))) as Fields
}

/** The order of destinations says nothing. */
const isSame = (one: unknown, other: unknown) => plain(one) === plain(other)
const plain = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

const NOTHING: Fields = {}

/** The fields that are about to be overwritten, and were changed by another hand since somebody began to fill them in. */
export function changedElsewhere(changed: Fields, base: Fields, now: Fields): (keyof Fields)[] {
  return (Object.keys(changed) as (keyof Fields)[]).filter(
    (field) => field in base && !isSame(base[field], now[field]) && !isSame(changed[field], now[field]),
  )
}

/** What the fields were when somebody began to fill them in, by project. */
export function useBase(key: string) {
  const { draft: base, keep, forget } = useKeptDraft(`projectBase ${key}`, NOTHING)
  return {
    base,
    /** Of a field that is being filled in already it stays as it was. */
    found: (fields: Fields) => keep((before) => ({ ...fields, ...before })),
    /** What stands there now was seen. */
    seen: (fields: Fields) => keep((before) => ({ ...before, ...fields })),
    forget,
  }
}

/** What was filled in of a project and not sent yet. */
export function useDraft(key: string) {
  const { draft, keep, forget } = useKeptDraft(`project ${key}`, NOTHING)
  return { draft, fill: (change: Fields) => keep((now) => ({ ...now, ...change })), empty: forget }
}
