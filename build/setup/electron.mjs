import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchElectron } from './fetchElectron.mjs'
import { top } from './running.mjs'

/** A try that failed is not repeated for so long: whoever is offline starts fast. */
const DAY_MS = 24 * 60 * 60_000

/** Where Electron's packages have their program, by platform. */
const PROGRAMS = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/** What is looked at; tests have their own. */
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
 * Electron's program, fetched first where it is not there yet; or in plain words why there is none.
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
 * Electron's program where it is already, named or installed; else null. Fetches nothing, and waits for nothing.
 * @param {Pick<typeof here, 'env' | 'platform' | 'package'>} place
 * @returns {string | null}
 */
export function presentProgram(place = here) {
  return namedProgram(place)?.program ?? installedProgram(place)
}

/** What a person names comes first: nothing is fetched then. */
function namedProgram({ env, platform }) {
  if (env.ELECTRON_BIN) return { by: 'ELECTRON_BIN', program: env.ELECTRON_BIN }
  const dist = env.ELECTRON_OVERRIDE_DIST_PATH
  if (!dist) return null
  return { by: 'ELECTRON_OVERRIDE_DIST_PATH', program: join(dist, PROGRAMS[platform] ?? 'electron') }
}

/** What Electron's own installer has put there, whole, and of this version. */
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

/** What the last try said, if that was less than a day ago and for this version. A clock set back counts as long ago. */
function rememberedFailure(place) {
  try {
    const { at, version, why } = JSON.parse(readIfAny(place.failure) ?? '{}')
    const age = place.now() - at
    return version === versionOf(place) && age >= 0 && age < DAY_MS ? String(why) : null
  } catch {
    // Half written by a start that was killed: as if there had been none.
    return null
  }
}

/**
 * Where the system lets no program make Chromium's sandbox by itself, as Ubuntu does from 23.10 on (electron#42510), and
 * nobody has allowed it to Electron yet: the one command that does; else null.
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

/** Is there a profile that may mean Electron's program? Its path may hold wildcards: whoever wrote one knows. */
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
