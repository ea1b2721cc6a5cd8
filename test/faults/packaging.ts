import type { Fault } from './fault.ts'

const plant =
  (area: string, test: string) =>
  (name: string, file: string, from: string, to: string): Fault => ({
    name: `${area}: ${name}`,
    ...{ file, from, to },
    tests: [`test/${test}.test.ts`],
  })
const policy = plant('updates', 'shell/updatePolicy')
const updates = plant('updates', 'shell/updates')
const licences = plant('licences', 'packaging/licences')
const electron = plant('start', 'packaging/electronHere')
const configuration = plant('package', 'packaging/configuration')
const archive = plant('package', 'packaging/archive')

const POLICY = 'electron/shell/updates/policy.ts'
const UPDATES = 'electron/shell/updates/updates.ts'
const LICENCES = 'build/licences/licences.ts'
const CONFIGURATION = 'build/packaging/configuration.ts'

/** Deliberate faults of our own in how Cuelight is packaged, updated, licensed and started. */
export const packagingFaults: Fault[] = [
  policy('look at the show target only', POLICY, 'const names = [...onAirOf(state), ', 'const names = ['),
  policy('forget what nobody follows', POLICY, ', ...listedOnAir.map(({ name }) => name)]', ']'),
  policy('install on a stale reading', POLICY, 'isWithin(now - live.readAt, staleAfterMs)', 'live !== null'),
  policy('take a reading of the future for a fresh one', POLICY, 'age >= 0 && age <= limit', 'age <= limit'),
  policy('install before anything was read', POLICY, 'return isFresh ? null : HELD_WORDS.unread', 'return null'),
  policy('install shortly before a schedule', POLICY, '30 * 60_000', '60_000'),
  policy('install when a scheduled broadcast is due', POLICY, 'Math.abs(left) <', 'left > 0 && left <'),
  policy(
    'take unread schedules for none',
    POLICY,
    'settings.scheduledLives ? HELD',
    'settings.scheduledLives === -1 ? HELD',
  ),
  policy('install while a stop is armed', POLICY, 'if (state.arm) return HELD_WORDS.armed', ''),
  policy(
    'let an AppImage be taken for the package made of the same folder',
    'electron/shell/updates/byHand.ts',
    "if (platform === 'linux' && !environment.APPIMAGE)",
    "if (platform === 'linux' && (packageType !== null || !environment.APPIMAGE))",
  ),
  policy(
    'look for what an unsigned Cuelight could not install',
    'electron/shell/updates/byHand.ts',
    'if (!hasFeed) return',
    "if (!hasFeed && platform !== 'darwin') return",
  ),
  updates(
    'install as Cuelight ends',
    UPDATES,
    'updater.autoInstallOnAppQuit = false',
    'updater.autoInstallOnAppQuit = true',
  ),
  updates('load before it is told of', UPDATES, 'updater.autoDownload = false', ''),
  updates(
    'install without asking the state',
    UPDATES,
    "if (message !== null) throw new Refused({ reason: 'updateHeld', message })",
    '',
  ),
  updates('not ask again right before the end', UPDATES, 'if (why() === null) restart', 'if (ready) restart'),
  updates(
    'say ready while it waits',
    UPDATES,
    "about === null ? 'ready' : 'held'",
    "about === '' ? 'held' : 'ready'",
  ),
  updates(
    'end before the answer is heard',
    UPDATES,
    'clock.after(LAST_WORDS_MS, () => void end())',
    '(void end(), () => {})',
  ),
  updates(
    'stand there ended when it could not be installed',
    UPDATES,
    'reject(new Error(UPDATE_WORDS.notInstalled(wordsOf(error))))',
    'wordsOf(error) || reject()',
  ),
  updates('go on looking after it was stopped', UPDATES, 'for (const stop of stops) stop()', ''),
  updates(
    'load again what is loaded',
    'electron/shell/updates/search.ts',
    ' && version !== loaded && version !== loading',
    '',
  ),
  plant('updates', 'shell/electronUpdater')(
    'call ready what was not taken',
    'electron/shell/updates/search.ts',
    'await (await updater()).downloadUpdate()',
    'await (await updater()).downloadUpdate().catch(() => {})',
  ),
  licences('ship what names no licence', LICENCES, 'if (license === undefined) throw', "if (license === '') throw"),
  licences('leave out the notices', LICENCES, '|notice)', ')'),
  licences('take the outer package for the inner one', 'build/licences/packageFolder.ts', '/.*(?<=', '/.*?(?<='),
  licences('forget what packages need', 'build/licences/shippedPackages.ts', 'visit(folder, next)', 'folder'),
  electron('try again at every start', 'build/setup/electron.mjs', 'age >= 0 && age < DAY_MS', 'age < 0'),
  electron('never try again', 'build/setup/electron.mjs', 'age >= 0 && age < DAY_MS', 'age >= 0'),
  electron(
    'take any version for ours',
    'build/setup/electron.mjs',
    "program === null || read('dist/version')",
    "program === null || ''",
  ),
  electron(
    'fetch though a program is named',
    'build/setup/electron.mjs',
    'if (env.ELECTRON_BIN) return',
    'if (env.ELECTRON_BIN === "") return',
  ),
  electron('wait for what never comes', 'build/setup/fetchElectron.mjs', "child.kill('SIGKILL')", ''),
  electron(
    'leave half of it behind',
    'build/setup/fetchElectron.mjs',
    'rmSync(temporary, { recursive: true, force: true })\n  tell(',
    'tell(',
  ),
  configuration('let our program be run as Node', CONFIGURATION, 'runAsNode: false', 'runAsNode: true'),
  configuration(
    'let a folder beside the archive run',
    CONFIGURATION,
    'onlyLoadAppFromAsar: true',
    'onlyLoadAppFromAsar: false',
  ),
  configuration(
    'look for updates that nobody signed',
    CONFIGURATION,
    "identity: '-', publish: null",
    "identity: '-'",
  ),
  configuration(
    'take updates from anybody on the way',
    'build/packaging/environment.ts',
    "url?.protocol === 'https:' && ",
    'url && ',
  ),
  archive(
    'ship the libraries of all systems',
    CONFIGURATION,
    '[...FILES, `!node_modules/keytar/prebuilds/!(${system}){,/**}`]',
    'system ? FILES : []',
  ),
  archive('ship sources', CONFIGURATION, "  'build/icons/app.png',\n", "  'build/icons/**',\n"),
  archive('ship what only compiling needs', CONFIGURATION, "  '!node_modules/node-addon-api/**',\n", ''),
  archive('pack the library where it cannot be loaded', CONFIGURATION, 'asar: true', 'asar: { smartUnpack: false }'),
  plant('package', 'packaging/installers')(
    'switch the sandbox off',
    CONFIGURATION,
    "toolsets: { appimage: '1.0.3' },\n    appImage: { executableArgs: [] },",
    '',
  ),
]
