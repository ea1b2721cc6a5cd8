/** The doctor, each line of it seen to work and seen to fail: on the stand-in for Electron, or on Electron itself. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DOCTOR_LINES, type DoctorLineName, type DoctorState } from '../../../shared/doctor.ts'
import { newDir } from '../../fakes/rig.ts'
import { startBus, startSecretService } from '../../profiles/secretService.ts'
import { closing } from '../../support/atEnd.ts'
import { collect } from '../app.ts'
import { ON } from './launch.ts'
import { cuelight, openDesktop } from './stage.ts'

const top = join(import.meta.dirname, '../../..')

interface Report {
  ok: boolean
  computer: { line: DoctorLineName; state: DoctorState; detail: string | null; todo: string | null }[]
}

/** `Cuelight --doctor --json`, on the stand-in. */
async function doctor(
  env: NodeJS.ProcessEnv,
  args: string[] = [],
): Promise<{ code: number | null; report: Report; stderr: string }> {
  const register = join(top, 'test/fakes/electron/register.ts')
  const words = ['-r', register, join(top, '.dist/main/main.mjs'), ...args, '--doctor', '--json']
  const child = spawn(process.execPath, words, { env: { ...process.env, ...env } })
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  child.stdin.end()
  await once(child, 'close')
  return { code: child.exitCode, report: JSON.parse(stdout()), stderr: stderr() }
}

const linesThat = (state: DoctorState, { computer }: Report) =>
  computer.filter((one) => one.state === state).map(({ line }) => line)

test.runIf(ON.includes('stand-in'))(
  'on the stand-in: where all is well, every line works that can be told',
  async () => {
    const secrets = closing(await startSecretService())
    const { code, report } = await doctor({ ...secrets.env, STAND_IN: 'windows', XDG_CONFIG_HOME: newDir() })
    expect(report.computer.map(({ line }) => line)).toEqual([...DOCTOR_LINES])
    // A message bus without a tray's host, as this one is, is GNOME's.
    expect(linesThat('doesNot', report)).toEqual(['tray'])
    expect(linesThat('cannotTell', report)).toEqual([])
    expect([code, report.ok]).toEqual([1, false])
    for (const { state, todo } of report.computer) expect(todo === null).toBe(state === 'works')
  },
)

test.runIf(ON.includes('stand-in'))(
  'on the stand-in: what does not work is told, line by line, with what to do',
  async () => {
    const bus = closing(await startBus())
    // A folder cannot stand where a file is.
    const file = join(newDir(), 'file')
    writeFileSync(file, '')
    const { code, report } = await doctor(
      { ...bus.env, STAND_IN_BROKEN: 'links,notifications,overlay', XDG_CONFIG_HOME: file },
      [],
    )
    expect(code).toBe(1)
    expect(linesThat('doesNot', report)).toEqual(['keychain', 'tray', 'answers', 'notifications', 'links', 'login'])
    for (const { state, todo } of report.computer) expect(todo === null).toBe(state === 'works')
  },
)

test.runIf(ON.includes('stand-in'))(
  'on the stand-in: on Wayland the portal gives keys only by a desktop file',
  async () => {
    const keysWith = async (data: string) => {
      const { report } = await doctor({ STAND_IN: 'gnome', XDG_DATA_HOME: data, XDG_DATA_DIRS: newDir() })
      return report.computer.find(({ line }) => line === 'keys')?.state
    }
    const data = newDir()
    expect(await keysWith(data)).toBe('cannotTell')
    const written = readFileSync(join(data, 'applications/app.cuelight.Cuelight.desktop'), 'utf8')
    expect(written).toMatch(/^Exec=".+main.mjs" -- %u$/m)
    expect(written).toContain('MimeType=x-scheme-handler/cuelight;')
    const file = join(newDir(), 'file')
    writeFileSync(file, '')
    expect(await keysWith(file)).toBe('doesNot')
  },
)

test(`${ON}: the running Cuelight is asked by its command, and says the same`, async () => {
  const app = await openDesktop({ args: ['--hidden'] })
  const { code, stdout } = await cuelight(app, 'doctor', '--json')
  const told = JSON.parse(stdout) as { exitCode: number; computer: Report['computer'] }
  expect([0, 1]).toContain(code)
  expect(told.computer.map(({ line }) => line)).toEqual([...DOCTOR_LINES])
})
