/** How much an answer says: all it may, only what it must, or more than anybody knows. */
export const SHAPES = ['full', 'minimal', 'extra'] as const
export type Shape = (typeof SHAPES)[number]

/** The fields of a record that a service may leave out. */
export function optional<Fields extends object>(shape: Shape, fields: Fields): Partial<Fields> {
  return shape === 'minimal' ? {} : fields
}

const UNKNOWN_FIELDS = { revision: 7, _links: { self: { href: '/unknown' } }, labels: ['new', null, 3], beta: true }

/** The body as it goes out: with `extra`, every object at every level has fields nobody has heard of. */
export function dress(shape: Shape, body: unknown): unknown {
  return shape === 'extra' ? withUnknownFields(body) : body
}

function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).map(([name, inner]) => [name, withUnknownFields(inner)])
  return { ...UNKNOWN_FIELDS, ...Object.fromEntries(known) }
}
