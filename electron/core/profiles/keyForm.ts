import { withoutKey, withoutThisKey } from '../../service/excerpt.ts'
import { Refused } from '../commands/context.ts'

/**
 * What is wrong with a text that is given as a key, or null. Anything but visible ASCII cannot be sent in a header.
 *
 * @param prefix how keys of this deployment begin
 */
export function keyProblem(key: string, prefix: string): string | null {
  const isWhole = key.startsWith(prefix) && key.length > prefix.length && /^[\x21-\x7e]+$/.test(key)
  return isWhole ? null : `must begin with ${prefix}, without spaces`
}

/** @throws Refused for an address that holds a key, this one or any of this deployment: addresses are kept and shown */
export function refuseKeyIn(baseUrl: string, key: string | undefined, prefix: string): void {
  const isThere = key !== undefined && withoutThisKey(baseUrl, key) !== baseUrl
  // A slash may stand in a key; here it ends one.
  const looksSo = baseUrl.split('/').some((part) => withoutKey(part, null, prefix) !== part)
  if (isThere || looksSo)
    throw new Refused({ reason: 'invalid', field: 'baseUrl', message: 'must not hold an API key' })
}

/** @throws Refused for a key of another kind of service */
export function refuseForeignKey(key: string | undefined, prefix: string): void {
  const message = key === undefined ? null : keyProblem(key, prefix)
  if (message !== null) throw new Refused({ reason: 'invalid', field: 'key', message })
}
