import { type EditName, type Operation, operations } from '../../../../shared/contract/operations.ts'
import type { Refusal } from '../../../../shared/outcome.ts'
import type { Context } from '../context.ts'
import { Refused } from '../ports.ts'
import { isLost, isOfProgram } from './edits.ts'

/**
 * Because edits of programs let others go first, an older one could set again what a user has set since; and so could
 * one of a run, which may have waited for long.
 *
 * @param what the names of what it sets
 */
export function createOverwriting(what: readonly string[], context: Context) {
  const { sequence, invocation, serviceId, store } = context
  // Behind a closed padlock the project is read first: once it is open, a newer one would overtake it.
  const isLate = context.activityId !== undefined || isOfProgram(context) || store.get().padlock.locked
  const nameOf = (one: string) => `set ${serviceId()} ${one}`
  /** Was it set by a newer command since? */
  const isOlder = (one: string) => isLate && sequence.isSuperseded(nameOf(one), invocation.number)
  const names = what.map(nameOf)
  return {
    isOlder,
    refusal: (of = what): Refusal | null => (of.some(isOlder) ? { reason: 'superseded' } : null),
    /** @returns what it answers: from then on, older ones are refused, unless it certainly did nothing */
    async recorded<T>(sent: Promise<T>): Promise<T> {
      let isMade = true
      try {
        return await sent
      } catch (error) {
        isMade = isLost(error)
        throw error
      } finally {
        if (isMade) for (const name of names) sequence.takes(name, invocation.number)
      }
    },
  }
}

/** Something that an edit sets: its own name, and where it is in the body. */
interface Field {
  name: string
  path: readonly [field: string, inner?: string]
}

/** The same for one edit, of which only what was set since is left out. */
export function overwritingOf(operation: EditName, params: object, body: unknown, context: Context) {
  const fields = fieldsOf(operation, params, body)
  const { isOlder, recorded, refusal } = createOverwriting(
    fields.map(({ name }) => name),
    context,
  )
  let older: Field[] = []
  return {
    recorded,
    /** False for an addition, which nothing else sets. */
    isSetting: fields.length > 0,
    isReduced: () => older.length > 0,
    /** @returns the request without what was set since @throws Refused if nothing would be left of it */
    reduced<Call>(call: Call): Call {
      older = fields.filter(({ name }) => isOlder(name))
      if (older.length === 0) return call
      const { body: whole = {} } = call as { body?: object }
      const { method }: Operation = operations[operation]
      const left = without(
        whole,
        older.map(({ path }) => path),
      )
      if (method === 'PUT' || Object.keys(left).length === 0) throw new Refused({ reason: 'superseded' })
      return { ...call, body: left }
    },
    refusal: () => refusal(fields.filter((one) => !older.includes(one)).map(({ name }) => name)),
  }
}

/** The fields of a change, and those within its settings. What an addition brings is set by no other. */
function fieldsOf(operation: EditName, params: object, body: unknown): Field[] {
  const { method }: Operation = operations[operation]
  if (!['PATCH', 'PUT'].includes(method)) return []
  const paths = Object.entries(body ?? {}).flatMap(([field, value]): Field['path'][] =>
    isPlain(value) ? Object.keys(value).map((inner) => [field, inner] as const) : [[field]],
  )
  return paths.map((path) => ({ name: `${operation} ${JSON.stringify(params)} ${path.join('.')}`, path }))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const without = (body: object, paths: readonly Field['path'][]) =>
  Object.fromEntries(
    Object.entries(body).flatMap(([field, value]): [string, unknown][] => {
      const of = paths.filter(([one]) => one === field)
      if (of.length === 0) return [[field, value]]
      const inner = isPlain(value) ? Object.entries(value).filter(([one]) => !of.some((path) => path[1] === one)) : []
      return inner.length > 0 ? [[field, Object.fromEntries(inner)]] : []
    }),
  )
