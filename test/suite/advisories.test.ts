/** Our dependencies against known advisories: found, reported with their age, and reported as old when offline. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  electronFound,
  ffmpegFound,
  isRed,
  lookUp,
  nodeFound,
  packagesFound,
  reportLines,
} from '../../build/safety/advisories.ts'
import { atEnd, folderForTest } from '../support/atEnd.ts'

const HOUR = 3_600_000
const release = (version: string, security: boolean) => ({ version, security, lts: 'Krypton' })

test('a security release of our Node line that we do not have is found', () => {
  const releases = [release('v26.1.0', true), release('v24.14.1', true), release('v24.10.0', false)]
  expect(nodeFound('24.9.0', [...releases, release('v24.8.0', true)])).toEqual([
    'Node 24.9.0 lacks the security release v24.14.1',
  ])
  expect(nodeFound('24.14.1', releases)).toEqual([])
  expect(() => nodeFound('24.14.1', [{ version: 'v24.14.1' }])).toThrow()
})

test('a release of Electron behind its line, or of a line that ended, is found', () => {
  const versions = ['42.0.0', '44.1.0', '45.4.1', '45.4.2', '45.10.0', '46.0.0-beta.1']
  expect(electronFound('45.4.1', versions)).toEqual(['Electron 45.4.1: 2 later releases of its line, up to 45.10.0'])
  expect(electronFound('45.10.0', versions)).toEqual([])
  expect(electronFound('42.0.0', versions)[0]).toContain('no security releases any more')
})

test('a release of ffmpeg that its security page names is found, in our line only', () => {
  const page = '<h3>7.1.2</h3> CVE-2025-1 <h3>7.1.1</h3> <h3>6.0.9</h3> 3.4.14'
  expect(ffmpegFound('ffmpeg version 7.1.1-1ubuntu1 Copyright', page)).toEqual([
    'ffmpeg 7.1.1 lacks 7.1.2, unless its distribution mended it',
  ])
  expect(ffmpegFound('ffmpeg version 7.1.2', page)).toEqual([])
})

/** A folder with one package in its lock file, and a registry that knows these advisories. */
async function registry(advisories: object, status = 200): Promise<string> {
  const server = createServer((request, response) => {
    const body = JSON.stringify(request.method === 'GET' ? holey : advisories)
    request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
  })
  const version = (number: string) => ({ name: 'holey', version: number })
  const versions = { '1.0.0': version('1.0.0'), '1.0.1': version('1.0.1') }
  const holey = { name: 'holey', 'dist-tags': { latest: '1.0.1' }, versions }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  const dir = folderForTest()
  const dependencies = { holey: '1.0.0' }
  const write = (name: string, text: string) => writeFileSync(join(dir, name), text)
  write(
    '.npmrc',
    `registry=http://127.0.0.1:${(server.address() as AddressInfo).port}/\ncache=${join(dir, 'cache')}\n`,
  )
  write('package.json', JSON.stringify({ name: 'of-a-test', version: '1.0.0', dependencies }))
  const packages = {
    '': { name: 'of-a-test', version: '1.0.0', dependencies },
    'node_modules/holey': { version: '1.0.0' },
  }
  const lock = { name: 'of-a-test', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  write('package-lock.json', JSON.stringify(lock))
  return dir
}

test('a package with a known advisory is found in the response of its registry', async () => {
  const advisory = { id: 1, url: 'https://example.com/1', title: 'It has a hole', severity: 'high' }
  const dir = await registry({ holey: [{ ...advisory, vulnerable_versions: '<1.0.1', cwe: [], cvss: {} }] })
  expect(await packagesFound(dir)).toEqual(['holey <1.0.1: high: It has a hole https://example.com/1'])
  expect(await packagesFound(await registry({}))).toEqual([])
  await expect(packagesFound(await registry({}, 404))).rejects.toThrow('gives no answer')
})

test('if a source cannot be reached, its last result and age are reported; it is not asked again for a day', async () => {
  const file = join(folderForTest(), 'cache', 'advisories.json')
  let asked = 0
  const answering = async (found: string[]) => {
    asked += 1
    return found
  }
  const offline = () => {
    asked += 1
    return Promise.reject(new Error('no network'))
  }
  const first = await lookUp({ Node: () => answering(['a hole']), ffmpeg: offline }, file, 'lock', 0)
  expect(reportLines(first, 0)).toEqual([
    'Node: 1 found, as of now',
    '  a hole',
    'ffmpeg: never asked; cannot be asked now (no network)',
  ])
  expect(reportLines(await lookUp({ Node: offline, ffmpeg: offline }, file, 'lock', 5 * HOUR), 5 * HOUR)[0]).toBe(
    'Node: 1 found, as of 5 h ago',
  )
  expect(asked).toBe(2)
  const later = await lookUp({ Node: offline, ffmpeg: () => answering([]) }, file, 'lock', 72 * HOUR)
  expect(reportLines(later, 72 * HOUR)).toEqual([
    'Node: 1 found, as of 3 days ago; cannot be asked now (no network)',
    '  a hole',
    'ffmpeg: nothing known, as of now',
  ])
  const other = await lookUp({ Node: () => answering([]) }, file, 'another lock', 72 * HOUR)
  expect([isRed(first), isRed(later), isRed(other)]).toEqual([true, true, false])
})
