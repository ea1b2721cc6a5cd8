import { type Reply, Text } from '../reply.ts'

const PAGE =
  '<!doctype html><html><head><title>One moment</title></head><body><h1>One moment, please</h1></body></html>'

/** An answer that is none of the contract's, under the status it had: a page, wrong types and nothing, in turn. */
export function garbled(reply: Reply, turn: number): Reply {
  const bodies = [new Text('text/html; charset=utf-8', PAGE), wrongTypes(reply.body), new Text(JSON_TYPE, '')]
  return { ...reply, body: bodies[turn % bodies.length] }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Every field keeps its name and loses its type. */
function wrongTypes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || body instanceof Text) return 'no record'
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [field, retyped(value)]))
}

function retyped(value: unknown): unknown {
  if (typeof value === 'string') return value.length
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? { 0: value[0] ?? null } : [value]
}
