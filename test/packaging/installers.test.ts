/** What the makers of Linux packages are given. They themselves are fetched when packages are made, and do not run here. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { type Packed, pack, read, top } from './kit.ts'

const AppImage = z.object({ desktop: z.string(), desktopFileName: z.string() })
const Fpm = z.tuple([z.array(z.string()), z.string()])

let packed: Packed
let appImage: z.output<typeof AppImage>
let packages: z.output<typeof Fpm>[]

beforeAll(async () => {
  packed = await pack({ targets: ['AppImage', 'deb', 'rpm'] })
  const [first, ...others] = packed.calls
  appImage = AppImage.parse(first)
  packages = others.map((call) => Fpm.parse(call))
})
afterAll(() => packed?.remove())

test('links of ours open Cuelight, in its sandbox, under the name its windows have', () => {
  expect(appImage.desktopFileName).toBe('cuelight.desktop')
  expect(appImage.desktop).toContain('MimeType=x-scheme-handler/cuelight;\n')
  expect(appImage.desktop).toContain('Exec=AppRun %U\n')
  expect(appImage.desktop).toContain('StartupWMClass=cuelight\n')
  expect(appImage.desktop).toContain('Icon=cuelight-desktop\n')
})

test('deb and rpm put the command on the PATH of everybody, and the program where the command looks for it', () => {
  const command = join(top, 'build/packaging/cuelight')
  expect(packages).toHaveLength(2)
  for (const [args] of packages) {
    expect(args).toContain(`${command}=/usr/bin/cuelight`)
    expect(args).toContain(`${packed.folder}/=/opt/Cuelight`)
    expect(args.some((arg) => arg.endsWith('.desktop=/usr/share/applications/cuelight.desktop'))).toBe(true)
  }
  expect(statSync(command).mode & 0o111).toBe(0o111)
  expect(read(command)).toContain('exec /opt/Cuelight/resources/bin/cuelight "$@"')
})

test('no maker is given a way to switch the sandbox off', () => {
  expect(JSON.stringify(packed.calls)).not.toContain('no-sandbox')
})
