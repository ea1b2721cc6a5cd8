import { readFileSync } from 'node:fs'

/** Electron's fuses, in the order of their wire. Source: Electron's documentation, "Electron Fuses". */
const WIRE = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const

/** What stands before the wire in a program; then its version, its length, and '0' or '1' for each fuse. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const [OFF, ON] = ['0', '1']

/** A piece of a program with a fuse wire in it, as Electron ships it: with everything on that we turn off, and the other way. */
export function unsetWire(): Buffer {
  const shipped = [ON, OFF, ON, ON, OFF, OFF, OFF, ON].join('')
  return Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, shipped.length]), Buffer.from(shipped)])
}

/** How the fuses of a program stand; fuses newer than our list are left out. */
export function fusesOf(program: string): Record<string, boolean> {
  const bytes = readFileSync(program)
  const start = bytes.indexOf(SENTINEL)
  if (start < 0) throw new Error(`${program} has no fuses`)
  const wire = bytes.subarray(start + SENTINEL.length + 2)
  return Object.fromEntries(WIRE.map((name, place) => [name, String.fromCharCode(wire[place] ?? 0) === ON]))
}
