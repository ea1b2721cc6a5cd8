/**
 * Each line of the doctor passes on one system and fails on another: on the stand-in for Electron, or on Electron
 * itself.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PATIENCE_MS } from '../../../build/suite/patience.ts'
import { DOCTOR_LINES, type DoctorLineName, type DoctorState } from '../../../shared/doctor.ts'
import { INSTALL_WORDS } from '../../../shared/words/desktop/updates.ts'
import type { BREAKABLE } from '../../fakes/electron/facts.ts'
import { newDir } from '../../fakes/rig.ts'
import { startBus, startSecretService } from '../../profiles/secretService.ts'
import { processesOn } from '../../studio/processes.ts'
import { atEnd, closing } from '../../support/atEnd.ts'
import { startTrayHost } from '../../support/trayHost.ts'
import { collect } from '../app.ts'
import { ON } from './launch.ts'
import { cuelight, openDesktop, until } from './stage.ts'

const top = join(import.meta.dirname, '../../..')

interface Report {
  ok: boolean
  computer: { line: DoctorLineName; state: DoctorState; detail: string | null; todo: string | null }[]
}

/** Runs `Cuelight --doctor --json` on the stand-in. */
async function doctor(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<{ code: number | null; report: Report }> {
  const register = join(top, 'test/fakes/electron/register.ts')
  const words = ['-r', register, join(top, '.dist/main/main.mjs'), ...args, '--doctor', '--json']
  const child = spawn(process.execPath, words, { env: { ...process.env, ...env } })
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  child.stdin.end()
  await once(child, 'close')
  if (stdout() === '') throw new Error(`the doctor said nothing, but: ${stderr()}`)
  return { code: child.exitCode, report: JSON.parse(stdout()) }
}

const linesThat = (state: DoctorState, { computer }: Report) =>
  computer.filter((one) => one.state === state).map(({ line }) => line)

/** A path where no folder can be created, because a file is in its place. */
function noFolder(): string {
  const file = join(newDir(), 'file')
  writeFileSync(file, '')
  return file
}

/** A `cuelight` on the PATH that Cuelight once wrote, for a program that no longer exists. */
function deadCommand(): string {
  const dir = newDir()
  const script = `#!/bin/sh\n# ${INSTALL_WORDS.marker}\nexec '/gone/Cuelight.AppImage' --cli -- "$@"\n`
  writeFileSync(join(dir, 'cuelight'), script, { mode: 0o755 })
  return dir
}

/** A data folder where no desktop file can be written. */
function withoutApplications(): string {
  const dir = newDir()
  writeFileSync(join(dir, 'applications'), '')
  return dir
}

interface System {
  /** A keychain is available. */
  keychain?: boolean
  /** What fails beneath Electron (test/fakes/electron/facts.ts). */
  broken?: (keyof typeof BREAKABLE)[]
  args?: string[]
  env?: () => Record<string, string>
  /** A desktop without a tray, like GNOME. */
  trayless?: boolean
  doesNot: DoctorLineName[]
  cannotTell?: DoctorLineName[]
}

/**
 * Together they make each line fail at least once, and each but `folders` (below) pass on a system where another fails.
 */
const SYSTEMS: Record<string, System> = {
  windows: {
    keychain: true,
    broken: ['versions', 'timers', 'icon'],
    env: () => ({ PATH: `${deadCommand()}:${process.env.PATH}` }),
    doesNot: ['versions', 'commandLine', 'tray', 'timers'],
  },
  macos: {
    keychain: true,
    broken: ['links', 'locks'],
    env: () => ({ XDG_CONFIG_HOME: noFolder() }),
    doesNot: ['lock', 'links', 'login'],
  },
  x11: {
    // A process started without the switch exits at once; the studio works because the switch is passed on to it.
    broken: ['sandbox', 'keys', 'overlay', 'page'],
    args: ['--no-sandbox'],
    // A checkout under X11 writes no desktop file, so the system does not know its links.
    doesNot: ['sandbox', 'keychain', 'page', 'keys', 'answers', 'links'],
  },
  gnome: {
    keychain: true,
    trayless: true,
    broken: ['notifications'],
    // The portal gives keys to no program without a desktop file; on such a system, key presses are confirmed by
    // notifications.
    env: () => ({ XDG_DATA_HOME: withoutApplications() }),
    doesNot: ['tray', 'keys', 'answers', 'notifications', 'links'],
  },
  kde: {
    keychain: true,
    broken: ['studio'],
    doesNot: ['lock', 'studio'],
    cannotTell: ['keys'],
  },
}

// Each test starts a dozen processes, one after another.
describe.runIf(ON.includes('stand-in'))('on the stand-in', { timeout: PATIENCE_MS * 4 }, () => {
  test('each line fails on one system and works on another', () => {
    const failing = Object.values(SYSTEMS).map(({ doesNot }) => doesNot)
    // Phones are off on a folder of its own: `test/shell/doctor.test.ts` judges them.
    for (const line of DOCTOR_LINES.filter((one) => one !== 'folders' && one !== 'phones')) {
      expect([line, failing.some((one) => one.includes(line))]).toEqual([line, true])
      expect([line, failing.every((one) => one.includes(line))]).toEqual([line, false])
    }
  })

  test.each(Object.entries(SYSTEMS))('%s: each line reports whether its feature works', async (name, system) => {
    const bus = closing(system.keychain ? await startSecretService() : await startBus())
    if (!system.trayless) closing(await startTrayHost(bus.env))
    const own: Record<string, string | undefined> & { XDG_DATA_HOME: string } = {
      ...{ XDG_DATA_HOME: newDir(), XDG_CONFIG_HOME: newDir(), XDG_DATA_DIRS: newDir() },
      ...system.env?.(),
    }
    const temporary = newDir()
    const processes = () => [own.XDG_DATA_HOME, temporary].flatMap(processesOn)
    atEnd(() => {
      for (const pid of processes()) process.kill(pid, 'SIGKILL')
    })
    const { code, report } = await doctor(
      { ...bus.env, ...own, TMPDIR: temporary, STAND_IN: name, STAND_IN_BROKEN: system.broken?.join(',') },
      system.args ?? [],
    )
    expect(report.computer.map(({ line }) => line)).toEqual([...DOCTOR_LINES])
    expect(linesThat('doesNot', report), JSON.stringify(report.computer)).toEqual(system.doesNot)
    expect(linesThat('cannotTell', report)).toEqual(system.cannotTell ?? [])
    expect([code, report.ok]).toEqual([1, false])
    for (const { state, todo } of report.computer) expect(todo === null).toBe(state === 'works')
    // Nothing of it keeps running; but where locks do not work, a studio cannot be told from a dead one.
    if (name !== 'macos') await until(() => expect(processes()).toEqual([]))
    if (name !== 'kde') return
    const written = readFileSync(join(own.XDG_DATA_HOME, 'applications/app.cuelight.Cuelight.desktop'), 'utf8')
    expect(written).toMatch(/^Exec=".+main.mjs" -- %u$/m)
    expect(written).toContain('MimeType=x-scheme-handler/cuelight;')
    const icon = /^Icon=(.+)$/m.exec(written)?.[1] ?? ''
    expect(icon.startsWith(join(own.XDG_DATA_HOME, 'icons/hicolor/512x512/apps'))).toBe(true)
    const drawn = readFileSync(icon)
    expect(drawn).toEqual(readFileSync(join(top, 'build/icons/app.png')))
  })
})

test.runIf(ON.includes('stand-in'))(
  'on the stand-in: keys that the running Cuelight has are no fault',
  {
    timeout: PATIENCE_MS * 4,
  },
  async () => {
    const XDG_DATA_HOME = newDir()
    const dataDir = join(XDG_DATA_HOME, 'cuelight')
    mkdirSync(dataDir)
    // Its studio is beside the data of the app that runs as by default.
    atEnd(() => {
      for (const pid of processesOn(XDG_DATA_HOME)) process.kill(pid, 'SIGKILL')
    })
    const app = await openDesktop({ args: ['--hidden'], dataDir, env: { XDG_DATA_HOME } })
    // Without a bus of its own, the keychain's library starts one that remains.
    const bus = closing(await startBus())
    const { report } = await doctor({ ...bus.env, XDG_DATA_HOME, STAND_IN_BROKEN: 'keys' }, [])
    const keys = report.computer.find(({ line }) => line === 'keys')
    expect(keys).toMatchObject({ state: 'cannotTell', detail: expect.stringContaining('probably holds') })
    await app.end()
  },
)

test(`${ON}: the running Cuelight is asked by its command, and tells of Chromium’s files among its own`, async () => {
  const dataDir = newDir()
  writeFileSync(join(dataDir, 'Local State'), '{}')
  const app = await openDesktop({ args: ['--hidden'], dataDir })
  const { code, stdout } = await cuelight(app, 'doctor', '--json')
  const told = JSON.parse(stdout) as { exitCode: number; computer: Report['computer'] }
  expect(code).toBe(1)
  expect(told.computer.map(({ line }) => line)).toEqual([...DOCTOR_LINES])
  expect(told.computer.find(({ line }) => line === 'folders')).toMatchObject({
    state: 'doesNot',
    detail: 'Local State',
  })
})
