/**
 * A member that nobody wrote throws when it is read, so that nothing is ever silently undefined.
 *
 * @param name for the message
 */
export function strict<T extends object>(name: string, made: T): T {
  /** Methods run on what was made, not on what stands before it: private members are only there. */
  const bound = new Map<unknown, unknown>()
  return new Proxy(made, {
    get(target, key) {
      const passes = key in target || typeof key === 'symbol' || HARMLESS.includes(key)
      if (!passes) throw new Error(`electron: ${name}.${key} is not implemented in the stand-in`)
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function' || typeof target === 'function') return value
      if (!bound.has(value)) bound.set(value, value.bind(target))
      return bound.get(value)
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  })
}

/** Asked of any object, by promises, printers and JSON. */
const HARMLESS = [
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'asymmetricMatch',
  '$$typeof',
  'nodeType',
  '@@__IMMUTABLE_ITERABLE__@@',
]
