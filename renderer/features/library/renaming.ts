import type { TimedFile } from '../../../shared/query/views.ts'

/** One file with the name it would get, and why it cannot have it. */
export interface Renaming {
  id: string
  before: string
  after: string
  problem: 'same' | 'empty' | 'taken' | null
}

/** What a pattern makes of the names: `{name}` the present one, `{number}` counts up; the ending stays. */
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
