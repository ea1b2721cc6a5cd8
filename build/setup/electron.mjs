import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchElectron } from './fetchElectron.mjs'
import { top } from './running.mjs'

/** A failed try is not repeated within a day, so that Cuelight starts fast offline. */
const DAY_MS = 24 * 60 * 60_000

/** The path of the program in Electron's package, by platform. */
const PROGRAMS = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/** The environment to inspect; tests pass their own. */
export const here = {
  env: process.env,
  platform: process.platform,
  now: Date.now,
  package: join(top, 'node_modules/electron'),
  userns: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
  profiles: '/etc/apparmor.d',
  failure: join(top, '.cache/electron/failed.json'),
  fetch: fetchElectron,
}

/**
 * Why no window could be shown, or null: then it is worth looking for Electron.
 * @param {Pick<typeof here, 'env' | 'platform'>} place
 */
export function whyNoWindow({ env, platform } = here) {
  if (platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return null
  return 'there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set)'
}

/**
 * Electron's program, fetched first if necessary; or the reason, in plain words, why there is none.
 * @param {typeof here} place
 * @returns {Promise<{ program: string } | { why: string }>}
 */
export async function electronProgram(place = here) {
  const named = namedProgram(place)
  if (named) {
    const { by, program } = named
    return existsSync(program) ? { program } : { why: `${by} names ${program}, which is not there` }
  }
  const installed = installedProgram(place)
  if (installed) return { program: installed }
  const failed = rememberedFailure(place)
  if (failed) return { why: `${failed}. The next try is a day after that one, or once ${place.failure} is deleted` }
  return fetched(place)
}

/**
 * Electron's program if it is already present, named or installed; else null. Fetches nothing, and waits for nothing.
 * @param {Pick<typeof here, 'env' | 'platform' | 'package'>} place
 * @returns {string | null}
 */
export function presentProgram(place = here) {
  return namedProgram(place)?.program ?? installedProgram(place)
}

/** A program named by the user has priority: nothing is fetched then. */
function namedProgram({ env, platform }) {
  if (env.ELECTRON_BIN) return { by: 'ELECTRON_BIN', program: env.ELECTRON_BIN }
  const dist = env.ELECTRON_OVERRIDE_DIST_PATH
  if (!dist) return null
  return { by: 'ELECTRON_OVERRIDE_DIST_PATH', program: join(dist, PROGRAMS[platform] ?? 'electron') }
}

/** The program that Electron's own installer has installed, if complete and of the right version. */
function installedProgram(place) {
  const read = (file) => readIfAny(join(place.package, file))
  const program = read('path.txt')
  if (program === null || read('dist/version')?.replace(/^v/, '').trim() !== versionOf(place)) return null
  const path = join(place.package, 'dist', program)
  return existsSync(path) ? path : null
}

async function fetched(place) {
  const why = await place.fetch(place.package)
  const program = why === null ? installedProgram(place) : null
  if (program) {
    rmSync(place.failure, { force: true })
    return { program }
  }
  const said = `Electron could not be fetched: ${why ?? 'its installer left no program'}`
  mkdirSync(dirname(place.failure), { recursive: true })
  writeFileSync(place.failure, JSON.stringify({ at: place.now(), version: versionOf(place), why: said }))
  return { why: said }
}

/** The last error, if that was less than a day ago and for this version. A time in the future counts as long ago. */
function rememberedFailure(place) {
  try {
    const { at, version, why } = JSON.parse(readIfAny(place.failure) ?? '{}')
    const age = place.now() - at
    return version === versionOf(place) && age >= 0 && age < DAY_MS ? String(why) : null
  } catch {
    // Incomplete, because that start was killed: ignored.
    return null
  }
}

/**
 * Ubuntu from 23.10 on does not let programs set up Chromium's sandbox themselves (electron#42510). Returns the one
 * command that permits it if the system is like that and Electron is not yet permitted; else null.
 * @param {string} program Electron's
 * @param {Pick<typeof here, 'platform' | 'userns' | 'profiles'>} place
 */
export function sandboxHelp(program, place = here) {
  if (place.platform !== 'linux' || readIfAny(place.userns)?.trim() !== '1') return null
  const helper = join(dirname(program), 'chrome-sandbox')
  const isSetuid = existsSync(helper) && (statSync(helper).mode & 0o4000) !== 0
  return isSetuid || hasProfile(place.profiles)
    ? null
    : `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`
}

/** Is there a profile that may apply to Electron's program? Its path may have wildcards: we trust whoever wrote it. */
function hasProfile(profiles) {
  if (!existsSync(profiles)) return false
  const files = readdirSync(profiles, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files.some(({ name }) => /^[^#\n]*\/electron\b/m.test(readFileSync(join(profiles, name), 'utf8')))
}

function versionOf(place) {
  return JSON.parse(readFileSync(join(place.package, 'package.json'), 'utf8')).version
}

function readIfAny(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
