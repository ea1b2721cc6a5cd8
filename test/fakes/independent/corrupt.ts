import type { OddErrorShape } from './faults.ts'

const WRONG: Record<string, unknown> = {
  ...{ status: 42, liveStatus: { is: 'LIVE' }, scenes: {}, isActive: 'yes', projects: 'many', total: 'all of them' },
  ...{ liveId: ['one'], destinations: 'both', autoSynch: 'on', synced: 'true', success: 1, results: null },
  ...{ activeSceneId: 7, broadcasts: 0, schedules: false, valid: 'probably', elapsedSeconds: 'a while' },
}

/** A copy with values of the wrong type, at the paths named, or else wherever a well-known field is. */
export function corrupted(body: unknown, set?: Record<string, unknown>): unknown {
  if (!set) return wrongEverywhere(body)
  const copy: unknown = structuredClone(body)
  for (const [path, value] of Object.entries(set)) put(copy, path.split('.'), value)
  return copy
}

function wrongEverywhere(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrongEverywhere)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, inner]) => [name, wrongOf(name, inner)]))
}

/** Lists are emptied of their meaning one level down too, so that a list's items are tried as well. */
function wrongOf(name: string, inner: unknown): unknown {
  if (name === 'scenes' || name === 'projects') return Array.isArray(inner) ? WRONG[name] : inner
  return name in WRONG ? WRONG[name] : wrongEverywhere(inner)
}

function put(target: unknown, path: string[], value: unknown): void {
  const [name, ...rest] = path
  if (name === undefined || typeof target !== 'object' || target === null) return
  if (rest.length === 0) Reflect.set(target, name, value)
  else put(Reflect.get(target, name), rest, value)
}

const ODD_ERRORS: Record<OddErrorShape, string> = {
  string: '"Something went wrong"',
  array: '[{"error":"first"},{"error":"second"}]',
  nested: '{"error":{"code":{"value":"NESTED"},"message":{"en":"Something went wrong"},"errors":[[]]}}',
  null: 'null',
  number: '17',
  codeIsNumber: '{"error":true,"code":1234,"message":null}',
  text: 'Something went wrong',
}

/** An error body of no agreed shape. */
export function oddError(shape: OddErrorShape): string {
  return ODD_ERRORS[shape]
}
