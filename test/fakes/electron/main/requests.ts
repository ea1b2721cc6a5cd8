/**
 * What the app requested of the system that nothing here shows, in order, for a spec (`requested` in
 * test/e2e/desktop/driver.ts).
 */
export interface Request {
  name: string
  arg: unknown
  /** Was it requested while it still counts: before Electron was ready? */
  early: boolean
}

const requests: Request[] = []
let isReady = false

export function note(name: string, arg: unknown = null): void {
  requests.push({ name, arg, early: !isReady })
}

export function noteReady(): void {
  isReady = true
}

Object.assign(globalThis, { [Symbol.for('cuelight.requests')]: requests })
