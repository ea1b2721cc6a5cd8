/**
 * The result of `npm run package`, on its real Electron. If nothing was packaged, these tests are skipped and say so:
 * the public workflow runs them on three systems.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listPackage } from '@electron/asar'
import { describe, expect, test } from 'vitest'
import { FUSES } from '../../build/packaging/configuration.ts'
import { folderForTest } from '../support/atEnd.ts'
import { fusesOf, top } from './kit.ts'

const APP = 'mac-universal/Cuelight.app/Contents'
const FRAMEWORK = `${APP}/Frameworks/Electron Framework.framework/Electron Framework`
const [LINUX, WINDOWS] = ['linux-unpacked/cuelight-desktop', 'win-unpacked/Cuelight.exe']
const PLACES: Record<string, { program: string; fuses: string; resources: string }> = {
  linux: { program: LINUX, fuses: LINUX, resources: 'linux-unpacked/resources' },
  win32: { program: WINDOWS, fuses: WINDOWS, resources: 'win-unpacked/resources' },
  darwin: { program: `${APP}/MacOS/Cuelight`, fuses: FRAMEWORK, resources: `${APP}/Resources` },
}
const at = (path = '') => join(top, '.dist/packages', path)
const place = PLACES[process.platform]
const isThere = place !== undefined && existsSync(at(place.program))
if (!isThere) console.log('not run on a packaged Cuelight: there is none here (npm run package makes it)')

describe.skipIf(!isThere)('the packaged program', () => {
  test('has its fuses set', () => expect(fusesOf(at(place?.fuses))).toEqual(FUSES))

  test('contains no library of another system', () => {
    const files = listPackage(at(`${place?.resources}/app.asar`), { isPack: false })
    const prebuilds = files.map((path) => /prebuilds.([^\\/]+).keytar\.node$/.exec(path)?.[1]).filter(Boolean)
    expect(prebuilds.every((name) => name?.startsWith(process.platform))).toBe(true)
    expect(prebuilds).toContain(`${process.platform}-${process.arch}`)
  })

  test('runs from its archive: the command line says that no Cuelight runs, with the exit code for that', async () => {
    const args = ['--cli', 'status', '--json', '--data-dir', folderForTest()]
    const child = spawn(at(place?.program), args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const code = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect({ code: await code, out, err }).toMatchObject({ code: 3 })
  })

  test('cannot be used as Node', async () => {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
    const args = ['--cli', 'status', '--json', '--data-dir', folderForTest()]
    const child = spawn(at(place?.program), args, { env, stdio: 'ignore' })
    // As Node it would look for a file called `status`, and end with 9 for `--cli`.
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(3)
  })
})
