import * as z from 'zod'

type Renamed<T, Names extends Record<string, string>> = {
  [K in keyof T as K extends keyof Names ? Names[K] : K]: T[K]
}

/**
 * A codec that gives fields of a wire object their internal names, and back.
 * Decoding reads what the service sent; encoding writes what is sent to it.
 *
 * @param wire the object on the wire
 * @param names wire name → internal name
 */
export function renaming<Shape extends z.core.$ZodLooseShape, const Names extends Record<string, string>>(
  wire: z.ZodObject<Shape>,
  names: Names,
) {
  const back = Object.fromEntries(Object.entries(names).map(([from, to]) => [to, from]))
  type Wire = z.output<z.ZodObject<Shape>>
  const codec = z.codec(wire, z.custom<Renamed<Wire, Names>>(), {
    decode: (value) => withKeys(value, names) as Renamed<Wire, Names>,
    encode: (value) => withKeys(value as object, back) as Wire,
  })
  internal.set(codec, withKeys(wire.shape, names) as z.core.$ZodLooseShape)
  return codec
}

const internal = new WeakMap<z.ZodType, z.core.$ZodLooseShape>()

/** The fields of an object schema, by internal name if it renames them. */
export const internalShape = (schema: z.ZodType): z.core.$ZodLooseShape =>
  internal.get(schema) ?? (schema instanceof z.ZodObject ? schema.shape : {})

const withKeys = (value: object, names: Record<string, string>): unknown =>
  Object.fromEntries(Object.entries(value).map(([key, held]) => [names[key] ?? key, held]))
