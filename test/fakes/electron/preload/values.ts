/**
 * Values between a preload script and the main process. Both ends run these, one of them in the browser: nothing from
 * outside may be named in them. Written for what can be in JSON, and for `undefined`; whatever else there is throws.
 */

/** Throws as Electron does for what cannot be cloned. */
export function packed(value: unknown): unknown {
  const pack = (one: unknown): unknown => {
    if (one === undefined) return { u: 1 }
    if (Array.isArray(one)) return { a: one.map(pack) }
    if (typeof one === 'number' && !Number.isFinite(one)) throw new Error(`the stand-in carries no ${one}`)
    if (one === null || ['string', 'number', 'boolean'].includes(typeof one)) return one
    if (Object.prototype.toString.call(one) !== '[object Object]')
      throw new Error(`the stand-in carries no ${Object.prototype.toString.call(one)}`)
    return { o: Object.fromEntries(Object.entries(one as object).map(([key, each]) => [key, pack(each)])) }
  }
  return pack(structuredClone(value))
}

export function unpacked(value: unknown): unknown {
  const unpack = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one
    if ('u' in one) return undefined
    if ('a' in one) return (one.a as unknown[]).map(unpack)
    const { o } = one as { o: object }
    return Object.fromEntries(Object.entries(o).map(([key, each]) => [key, unpack(each)]))
  }
  return unpack(value)
}
