import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createPackage, extractAll, listPackage } from '@electron/asar'
import type { Configuration } from 'electron-builder'
import { packagingConfiguration } from '../../build/packaging/configuration.ts'
import type { PackagingEnvironment } from '../../build/packaging/environment.ts'

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

/** The bytes before the wire in a program; after them come its version, its length, and '0' or '1' for each fuse. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const [OFF, ON] = ['0', '1']

/** A piece of a program with a fuse wire in it, as Electron ships it: each fuse opposite to our setting. */
function unsetWire(): Buffer {
  const shipped = [ON, OFF, ON, ON, OFF, OFF, OFF, ON].join('')
  return Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, shipped.length]), Buffer.from(shipped)])
}

/** The state of a program's fuses; fuses newer than our list are left out. */
export function fusesOf(program: string): Record<string, boolean> {
  const bytes = readFileSync(program)
  const start = bytes.indexOf(SENTINEL)
  if (start < 0) throw new Error(`${program} has no fuses`)
  const wire = bytes.subarray(start + SENTINEL.length + 2)
  return Object.fromEntries(WIRE.map((name, place) => [name, String.fromCharCode(wire[place] ?? 0) === ON]))
}

export const top = join(import.meta.dirname, '../..')

/** The content of an Electron folder, as far as packaging reads it. Its program is only a fuse wire and cannot run. */
const STAND_IN = {
  linux: ['electron', 'chrome-sandbox', 'chrome_100_percent.pak', 'locales/en-US.pak', 'locales/de.pak'],
  windows: ['electron.exe', 'ffmpeg.dll', 'locales/en-US.pak', 'locales/de.pak'],
}
const EVERYWHERE = ['LICENSE', 'LICENSES.chromium.html', 'version']

export type Packed = Awaited<ReturnType<typeof pack>>

/** Packages Cuelight, as built, around a stand-in for Electron. Downloads nothing. */
export async function pack(
  system: 'linux' | 'windows' = 'linux',
  { targets = ['dir'], environment = {} as PackagingEnvironment } = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'cuelight-packed-'))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  const config = { ...packagingConfiguration(top, environment), ...(await standIn(system, dir)) }
  const { calls, told } = await electronBuilder(system, targets, config).catch((error) => {
    remove()
    throw error
  })
  const folder = join(dir, system === 'linux' ? 'out/linux-unpacked' : 'out/win-unpacked')
  const resources = join(folder, 'resources')
  const archive = join(resources, 'app.asar')
  return {
    /** The folder a user would get, the calls the makers of installers would have received, and all output. */
    ...{ folder, resources, archive, calls, told },
    /** Paths in the archive, with `/` as separator. */
    files: listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/')),
    /** The archive's content as a folder, including what is unpacked beside it. */
    extract() {
      const extracted = join(dir, 'extracted')
      extractAll(archive, extracted)
      return extracted
    },
    remove,
  }
}

/** The differences from the real configuration: another Electron, whose program has fuses to set and nothing else. */
async function standIn(system: 'linux' | 'windows', dir: string): Promise<Configuration> {
  const electronDist = join(dir, 'electron')
  for (const file of [...STAND_IN[system], ...EVERYWHERE]) put(join(electronDist, file), unsetWire())
  put(join(dir, 'own/main.js'), "// Electron's own app, which ours takes the place of")
  await createPackage(join(dir, 'own'), join(electronDist, 'resources/default_app.asar'))
  const directories = { buildResources: 'build/packaging', output: join(dir, 'out') }
  return { electronDist, directories, ...(system === 'windows' ? windows() : {}) }
}

/** Editing the program file itself needs a real one. */
const windows = (): Configuration => ({
  disableAsarIntegrity: true,
  win: { ...packagingConfiguration(top, {}).win, signAndEditExecutable: false },
})

/** Writes a file, and creates its folders. */
export function put(path: string, content: string | Buffer): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** Rejects with all its output when it fails. */
async function electronBuilder(system: string, targets: string[], config: Configuration) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'builder.ts')], {
    cwd: top,
    // Any download must fail.
    env: { ...process.env, npm_config_offline: 'true', HTTPS_PROXY: 'http://127.0.0.1:9', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(JSON.stringify({ projectDir: top, system, targets, config }))
  const [calls, told] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (calls === '') throw new Error(`electron-builder failed:\n${told}`)
  return { calls: JSON.parse(calls) as unknown[], told }
}

export const read = (...path: string[]): string => readFileSync(join(...path), 'utf8')
