import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCore } from '../../electron/core/core.ts'
import { writeAddress } from '../../electron/studio/address.ts'
import { makeBundle, versionsHere } from '../../electron/support/bundle.ts'
import { openLog } from '../../electron/support/log.ts'
import { createRedactor, type Redactor } from '../../electron/support/redact.ts'
import type { AppState } from '../../shared/state.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { folderForTest } from './atEnd.ts'
import { hearts, inBase64, SECRETS, written } from './secrets.ts'

const clock = new VirtualClock()
let dataDir: string
let studioDir: string
let overrideFile: string
let redactor: Redactor
beforeEach(() => {
  const top = folderForTest()
  dataDir = join(top, 'data')
  studioDir = join(top, 'studio')
  overrideFile = join(top, 'operator.json')
  for (const dir of [dataDir, studioDir]) mkdirSync(dir)
  redactor = createRedactor(['$acme-'])
  redactor.hide(SECRETS.registered)
})

async function realState(): Promise<AppState> {
  const core = createCore({ dataDir, clock, version: '1.2.3', log: () => {} })
  core.notice('studioFailed', everySecret('not JSON'))
  const state = { ...core.store.get(), override: { file: overrideFile, problem: null } }
  await core.close()
  return state
}

async function bundle(state: AppState): Promise<Record<string, string>> {
  const from = { dataDir, studioDir, versions: versionsHere('1.2.3'), state, redactor, now: clock.now() }
  const files = Object.entries(unzipSync(await makeBundle(from)))
  return Object.fromEntries(files.map(([name, held]) => [name, Buffer.from(held).toString()]))
}

function everySecret(label: string): string {
  const forms = Object.values(SECRETS).flatMap((secret) => written(secret).slice(0, -1))
  const registered = inBase64(SECRETS.registered)
  return [label, ...forms, ...registered, `?token=${SECRETS.token}`, `cuelight_4717=${SECRETS.session}`].join(' ')
}

/** Files as they are in the data dirs of a run, each with every secret in it; and those that must stay out. */
function plantEverywhere(): void {
  const jsonLine = `${JSON.stringify({ line: 'ended', text: everySecret('json') })}\n`
  for (const name of ['cuelight.log', 'cuelight.1.log', 'cuelight.3.log']) {
    writeFileSync(join(dataDir, name), `${everySecret(name)}\n`)
  }
  for (const name of ['journal.jsonl', 'journal.1.jsonl', 'journal-local.jsonl', 'settings.json'])
    writeFileSync(join(dataDir, name), jsonLine)
  writeFileSync(overrideFile, jsonLine)
  for (const name of ['studio.log', 'studio.log.1']) writeFileSync(join(studioDir, name), `${everySecret(name)}\n`)
  writeFileSync(join(studioDir, 'studio-key'), `${SECRETS.studioKey}\n`)
  const address = { baseUrl: 'http://127.0.0.1:1/v1/external', adminUrl: 'http://127.0.0.1:1/admin' }
  const run = { pid: 1, startedAt: '', version: '1', socket: null, setAside: null }
  writeAddress(studioDir, { ...address, ...run, adminSecret: SECRETS.admin })
  for (const name of ['core.lock', 'sessions.json', 'keys.json'])
    writeFileSync(join(dataDir, name), everySecret('stays'))
  mkdirSync(join(dataDir, 'leases'))
  writeFileSync(join(dataDir, 'leases', 'a'), 'stays')
  for (const name of ['studio.db', 'studio.lock']) writeFileSync(join(studioDir, name), 'stays')
}

const EVERYTHING = [
  ...['README.txt', 'cuelight.1.log', 'cuelight.3.log', 'cuelight.log'],
  ...['journal-local.jsonl', 'journal.1.jsonl', 'journal.jsonl'],
  ...['override.json', 'settings.json', 'state.json', 'studio.log', 'studio.log.1', 'versions.json'],
]

describe('the bundle', () => {
  it('contains everything useful and no secret, however it was written', async () => {
    const state = await realState()
    plantEverywhere()
    const files = await bundle(state)
    expect(Object.keys(files).toSorted()).toEqual(EVERYTHING)
    for (const [name, text] of Object.entries(files)) {
      expect(text, name).not.toContain('stays')
      for (const [kind, secret] of Object.entries(SECRETS)) {
        for (const form of [...written(secret), ...(kind === 'registered' ? hearts(secret) : [])]) {
          expect(text.includes(form), `${kind} as ${form} in ${name}`).toBe(false)
        }
        expect(text.includes(Buffer.from(secret).toString('base64'))).toBe(false)
      }
      if (!/README|versions/.test(name)) expect(text, name).toContain('[hidden]')
    }
  })

  it('contains the versions and the known state, as JSON', async () => {
    const state = await realState()
    const files = await bundle(state)
    const versions = { app: '1.2.3', node: process.versions.node, electron: null }
    expect(JSON.parse(files['versions.json'] ?? '')).toMatchObject(versions)
    const told = JSON.parse(files['state.json'] ?? '') as AppState
    expect(told.padlock).toEqual(state.padlock)
    expect(told.notices).toHaveLength(state.notices.length)
  })

  it('contains the log as it was written', async () => {
    const log = openLog({ dataDir, clock, redact: redactor.redact })
    log.write('warn', 'studio', 'The local studio did not answer.')
    const files = await bundle(await realState())
    expect(files['cuelight.log']).toBe('2026-01-05T20:00:00.000Z warn  studio: The local studio did not answer.\n')
    log.close()
  })

  it('names what is missing, and why', async () => {
    const state = await realState()
    mkdirSync(join(dataDir, 'settings.json'))
    const { 'README.txt': readme = '', ...files } = await bundle(state)
    expect(readme).toContain('  settings.json: it is not a file\r\n')
    expect(readme).toContain('  studio.log: there is none\r\n')
    expect(readme).toContain('  override.json: there is none\r\n')
    expect(readme).not.toContain('cuelight.1.log')
    expect(readme).toMatch(/It holds no secrets/)
    for (const name of Object.keys(files)) expect(readme).toContain(`  ${name}: `)
  })

  it('takes the end of a file that is too long, from a whole line on', async () => {
    const file = join(studioDir, 'studio.log')
    // The cut falls into this line, and half a key has no prefix to be recognized by.
    writeFileSync(file, `${'x'.repeat(100_000)}svc_${'k'.repeat(600_000)}\n`)
    appendFileSync(file, `${'y'.repeat(99)}\n`.repeat(6_000))
    const { 'studio.log': text = '', 'README.txt': readme = '' } = await bundle(await realState())
    expect(text).toBe(`${'y'.repeat(99)}\n`.repeat(6_000))
    expect(readme).toMatch(/studio\.log: .*\(only its last 1024 kB\)/)
  })

  it('can be made on a machine with a wrong clock', async () => {
    const state = await realState()
    for (const now of [0, 1e15]) {
      const bytes = await makeBundle({ dataDir, studioDir, versions: versionsHere('1'), state, redactor, now })
      expect(Object.keys(unzipSync(bytes))).toContain('README.txt')
    }
  })
})
