/**
 * The specification's example flow as a script: real files, the real command line, Cuelight and its studio as built.
 */
import { spawn } from 'node:child_process'
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { WAIT } from '../../build/suite/patience.ts'
import { EDIT_NAMES } from '../../shared/contract/inputs.ts'
import { newDir } from '../fakes/rig.ts'
import { media, serve } from '../studio/files/kit.ts'
import { ask, keyIn, StudioProcess } from '../studio/processes.ts'
import { atEnd } from '../support/atEnd.ts'
import { startApp, sweep } from './app.ts'

const top = join(import.meta.dirname, '../..')

/** Runs a program with `cuelight` on its PATH, as after an installation. */
function runnerFor(dataDir: string) {
  const bin = join(newDir(), 'bin')
  mkdirSync(bin)
  const cli = `exec '${process.execPath}' --no-warnings '${join(top, '.dist/main/cli.mjs')}' "$@" --data-dir '${dataDir}'`
  writeFileSync(join(bin, 'cuelight'), `#!/bin/sh\n${cli}\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  return async (program: string, ...args: string[]) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended, out: out.trimEnd().split('\n'), err }
  }
}

/** Cuelight and its studio as built, and a server of links. */
async function stage() {
  const dataDir = newDir()
  const studio = new StudioProcess(join(dataDir, 'studio'), ['--allow-private-links', '--preparing-ms', '50'])
  atEnd(() => studio.kill('SIGKILL'))
  const address = await studio.address()
  const app = await startApp({ dataDir })
  atEnd(() => sweep(app))
  const files = { '/sunrise.mp4': media('good.mp4'), '/rain.mkv': media('tenBit.mkv') }
  const served = await serve(({ url }, response) => {
    const path = files[url as keyof typeof files]
    if (path) createReadStream(path).pipe(response)
    // Begins, and never ends.
    else if (url === '/endless.mp4') response.writeHead(200).write(readFileSync(media('good.mp4')).subarray(0, 900))
    else response.writeHead(404).end()
  })
  atEnd(served.close)
  const get = async (path: string) => (await ask(address, keyIn(studio.dataDir), 'GET', path)).body
  return { run: runnerFor(dataDir), links: served.url, get }
}

const script = (name: string) => join(import.meta.dirname, name)

test('a 24/7 channel: imported, encoded where needed, live, with the next day chained; and a scheduled show, moved', {
  timeout: 240_000,
}, async () => {
  const { run, links, get } = await stage()
  const { code, out, err } = await run(script('flow.sh'), links)
  expect(code, `${err}\n${out.join('\n')}`).toBe(0)
  const [project, today, tomorrow, sunrise, rain] = out.at(-1)?.split(' ') ?? []
  expect(err).toMatch(/rain.*: cannot be used: .*\n.*\nTo encode it: cuelight edit encodeFiles --file-ids \S+ --wait/)
  expect(out.join('\n')).toMatch(/liveId +projectName +status.*\n.*Concert +SCHEDULED.*\n.*Concert +SCHEDULED/)
  expect(out).toContain('2 of 2, read just now.')
  expect(out).toEqual(expect.arrayContaining(['Playback stopped.', 'Playback started.']))
  // The playlist ends after its two seconds, and the chain moves on.
  let onAir = ''
  while (!onAir.includes('"sceneName":"Tomorrow"')) {
    const status = await run('cuelight', 'status', '--json')
    expect(status.code, status.err).toBe(0)
    onAir = status.out.join()
  }
  for (const id of [sunrise, rain]) expect(await get(`/files/${id}`)).toMatchObject({ issues: { errors: [] } })
  const live = await get(`/projects/${project}/live`)
  expect(live).toMatchObject({ status: 'LIVE', onAirSceneId: tomorrow, remainingSeconds: null, unsyncedEdits: 0 })
  expect(live.destinations).toHaveLength(5)
  // One of them is the watch page, which shows it.
  const page = /"name":"Watch page","url":"([^"]+)"/.exec(onAir)?.[1] ?? ''
  const isSeen = async () => ((await (await fetch(`${page}/state`)).json()) as { state: string }).state === 'live'
  await expect.poll(isSeen, WAIT).toBe(true)
  const { scenes } = await get(`/projects/${project}/scenes`)
  expect(scenes).toMatchObject([
    { id: today, layers: [{ nextScene: tomorrow }] },
    { id: tomorrow, isActive: true },
  ])
  expect((await run('cuelight', 'stop', '--confirm')).code).toBe(0)

  const importing = (name: string, ...more: string[]) =>
    run('cuelight', 'edit', 'importFile', '--url', `${links}/${name}`, '--type', 'video', '--wait', ...more)
  const lost = await importing('gone.mp4', '--quiet')
  expect([lost.code, lost.out[0]]).toEqual([1, expect.stringMatching(/^\w+$/)])
  expect(lost.err).toMatch(/: not imported\. .*404/)
  const endless = await importing('endless.mp4', '--timeout', '1')
  expect([endless.code, endless.out[0]]).toEqual([5, expect.stringContaining('Import started: endless.mp4')])
  expect(endless.err).toContain('Not within 1 s. 1 still under way.')
  const none = await run('cuelight', 'wait', 'file', 'nothing')
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('no longer knows it')])
})

test('every other edit, sent by the command line', { timeout: 240_000 }, async () => {
  const { run, links, get } = await stage()
  const { code, out, err } = await run(script('edits.sh'), links)
  expect(code, `${err}\n${out.join('\n')}`).toBe(0)
  const [project, scene, layer, file] = out.at(-1)?.split(' ') ?? []
  expect(await get(`/projects/${project}`)).toMatchObject({ liveStatus: 'OFFLINE', autoSynch: true })
  const { scenes } = await get(`/projects/${project}/scenes`)
  expect(scenes).toMatchObject([{ id: scene, name: 'First' }, { name: 'Second' }])
  const { name, settings } = await get(`/projects/${project}/layers/${layer}`)
  expect([name, settings]).toEqual(['Loop', expect.objectContaining({ loop: true, volume: 7 })])
  const names = (settings as { files: { fileId: string }[] }).files.map(({ fileId }) => fileId)
  expect([names, (await get(`/files/${file}`)).name]).toEqual([[file, file], 'Dawn.mp4'])
  expect(await get(`/projects/${project}/broadcasts`)).toMatchObject({ total: 1 })
})

test('dates are scheduled and cancelled by the command line', { timeout: 240_000 }, async () => {
  // A script of its own: with the others it would need more than the 150 requests a minute of one account.
  const { run, get } = await stage()
  const { code, out, err } = await run(script('dates.sh'))
  expect(code, `${err}\n${out.join('\n')}`).toBe(0)
  expect(await get(`/projects/${out.at(-1)}`)).toMatchObject({ liveStatus: 'OFFLINE', scheduledLivesCount: 0 })
})

test('the scripts together send every edit there is', () => {
  const sent = ['flow.sh', 'edits.sh', 'dates.sh'].flatMap((name) => [
    ...readFileSync(script(name), 'utf8').matchAll(/cuelight edit (\w+)/g),
  ])
  expect(new Set(sent.map(([, name]) => name))).toEqual(new Set(EDIT_NAMES))
})
