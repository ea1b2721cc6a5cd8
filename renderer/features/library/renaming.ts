import type { TimedFile } from '../../../shared/query/views.ts'

/** One file with its new name, and the reason if it cannot have that name. */
export interface Renaming {
  id: string
  before: string
  after: string
  problem: 'same' | 'empty' | 'taken' | null
}

/** Applies a pattern to the names: `{name}` is the current name, `{number}` counts up; the file extension is kept. */
export function renamedBy(pattern: string, files: readonly Pick<TimedFile, 'id' | 'name'>[]): Renaming[] {
  const digits = String(files.length).length
  const made = files.map(({ id, name }, nr) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.\s]{1,5})?$/.exec(name) ?? []
    const values: Record<string, string> = { name: stem, number: String(nr + 1).padStart(digits, '0') }
    const body = pattern.replace(/\{(name|number)\}/g, (_, key: string) => values[key] ?? '').trim()
    return { id, before: name, after: body && body + ending }
  })
  const count = new Map<string, number>()
  for (const { after } of made) count.set(after, (count.get(after) ?? 0) + 1)
  return made.map((one) => ({ ...one, problem: problemOf(one, count.get(one.after) ?? 0) }))
}

function problemOf({ before, after }: Pick<Renaming, 'before' | 'after'>, count: number): Renaming['problem'] {
  if (after === '') return 'empty'
  if (after === before) return 'same'
  return count > 1 ? 'taken' : null
}
