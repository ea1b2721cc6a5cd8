import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { giveUp, step } from './tell.mjs'

/** Chromium's engine without its windows, as packaged by Debian. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** System packages that tasks may need: how to detect them, and their names in Debian. */
const known = {
  chromium: {
    why: 'the tests drive the panel in it',
    there: () =>
      ['/usr/bin/chromium', '/usr/bin/chromium-browser', process.env.CHROMIUM_PATH].some(
        (path) => path && existsSync(path),
      ),
    debian: ['chromium'],
    elsewhere: 'Install Chromium and set CHROMIUM_PATH to its program.',
  },
  'Secret Service': {
    why: 'the tests keep keys in a real one',
    there: () => process.platform !== 'linux' || secretServiceIsThere(),
    debian: ['gnome-keyring', 'dbus', 'libsecret-1-0'],
    elsewhere: 'Install gnome-keyring, dbus and libsecret.',
  },
  ffmpeg: {
    why: 'the tests look at and encode real files with it',
    there: () => ['ffmpeg', 'ffprobe'].every(isOnPath),
    debian: ['ffmpeg'],
    elsewhere: 'Install ffmpeg, so that ffmpeg and ffprobe are on the PATH.',
  },
  /** Where there is no apt, those tests report that they do not run. */
  'RTMP server': {
    why: 'the tests broadcast to a real one',
    there: () => !hasApt() || existsSync('/usr/lib/nginx/modules/ngx_rtmp_module.so'),
    debian: ['nginx-light', 'libnginx-mod-rtmp'],
    elsewhere: 'Install nginx and its RTMP module.',
  },
}

/** Other systems have another kind of keychain, and those tests report that they do not run. */
function secretServiceIsThere() {
  return ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send'].every(isProgram) && hasLibsecret()
}

function isProgram(name) {
  return ['/usr/bin', '/usr/local/bin'].some((dir) => existsSync(`${dir}/${name}`))
}

const isOnPath = (name) => spawnSync(name, ['-version'], { stdio: 'ignore' }).status === 0

/** Searches the library folders of this system. */
function hasLibsecret() {
  const { stdout } = spawnSync('ldconfig', ['-p'], { encoding: 'utf8', env: { PATH: '/sbin:/usr/sbin:/usr/bin' } })
  return stdout?.includes('libsecret-1.so.0') ?? false
}

/**
 * Provides system packages: installs them on Debian and Ubuntu when run as root, and otherwise reports what to install.
 * Packages that only make tests faster are installed if possible.
 * @param {(keyof typeof known)[]} names
 */
export function installSystemPackages(names) {
  installNeeded(names)
  const isFast = process.env.CHROMIUM_PATH || existsSync(HEADLESS_SHELL) || !isDebian() || process.getuid?.() !== 0
  if (names.includes('chromium') && !isFast) aptStep(['chromium-headless-shell'])
}

function installNeeded(names) {
  const missing = names.filter((name) => !known[name].there())
  if (missing.length === 0) return
  const packages = missing.flatMap((name) => known[name].debian)
  const reasons = missing.map((name) => `${name} (${known[name].why})`).join(', ')
  if (!hasApt()) giveUp(`Missing: ${reasons}. ${missing.map((name) => known[name].elsewhere).join(' ')}`)
  if (process.getuid?.() !== 0) giveUp(`Missing: ${reasons}. Run: sudo apt-get install ${packages.join(' ')}`)
  if (aptStep(packages) !== 0) giveUp(`${packages.join(', ')} could not be installed: see above.`)
}

const aptStep = (packages) =>
  step(
    `System packages: ${packages.join(', ')}`,
    () => apt('update') || apt('install', '-y', '--no-install-recommends', ...packages),
  )

/** Derivatives have apt, but package Chromium differently. */
const isDebian = () => existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
const hasApt = () => existsSync('/usr/bin/apt-get')

/** Another apt may be running: wait for it rather than fail. */
function apt(...args) {
  const { status } = spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status ?? 1
}
