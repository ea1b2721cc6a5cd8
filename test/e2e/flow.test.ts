/**
 * The specification's example flow as a script: real files, the real command line, Cuelight and its studio as built.
 */
import { spawn } from 'node:child_process'
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
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

test('a 24/7 channel: imported, encoded where needed, live, with the next day chained; and a scheduled show, moved', {
  timeout: 240_000,
}, async () => {
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

  const run = runnerFor(dataDir)
  const { code, out, err } = await run(join(import.meta.dirname, 'flow.sh'), served.url)
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
  const get = async (path: string) => (await ask(address, keyIn(studio.dataDir), 'GET', path)).body
  for (const id of [sunrise, rain]) expect(await get(`/files/${id}`)).toMatchObject({ issues: { errors: [] } })
  const live = await get(`/projects/${project}/live`)
  expect(live).toMatchObject({ status: 'LIVE', onAirSceneId: tomorrow, remainingSeconds: null, unsyncedEdits: 0 })
  expect(live.destinations).toHaveLength(4)
  const { scenes } = await get(`/projects/${project}/scenes`)
  expect(scenes).toMatchObject([
    { id: today, layers: [{ nextScene: tomorrow }] },
    { id: tomorrow, isActive: true },
  ])
  expect((await run('cuelight', 'stop', '--confirm')).code).toBe(0)

  const importing = (name: string, ...more: string[]) =>
    run('cuelight', 'edit', 'importFile', '--url', `${served.url}/${name}`, '--type', 'video', '--wait', ...more)
  const lost = await importing('gone.mp4', '--quiet')
  expect([lost.code, lost.out[0]]).toEqual([1, expect.stringMatching(/^\w+$/)])
  expect(lost.err).toMatch(/: not imported\. .*404/)
  const endless = await importing('endless.mp4', '--timeout', '1')
  expect([endless.code, endless.out[0]]).toEqual([5, expect.stringContaining('Import started: endless.mp4')])
  expect(endless.err).toContain('Not within 1 s. 1 still under way.')
  const none = await run('cuelight', 'wait', 'file', 'nothing')
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('no longer knows it')])
})
