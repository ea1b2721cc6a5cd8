/**
 * The app's own schemes, as Chromium is shown them: a host of a domain that is there for tests, over https, so that it
 * enforces for them what it enforces for any secure page. What a page reads of its own address is this one.
 */
const SHOWN = /^https:\/\/([\w-]+)\.([a-z][a-z\d-]*)\.stand-in\.test(?=[/?#]|$)/
const OURS = /^([a-z][a-z\d-]*):\/\/([\w-]+)(?=[/?#]|$)/
const CHROMIUMS_OWN = ['http', 'https', 'chrome', 'file', 'blob']

/** As Chromium is shown it; an address of any other scheme stays. */
export function shownAs(address: string): string {
  return address.replace(OURS, (whole, scheme, host) =>
    CHROMIUMS_OWN.includes(scheme) ? whole : `https://${host}.${scheme}.stand-in.test`,
  )
}

/** As the app knows it. */
export function knownAs(address: string): string {
  return address.replace(SHOWN, '$2://$1')
}

export const withoutFragment = (address: string): string => address.replace(/#.*$/, '')
