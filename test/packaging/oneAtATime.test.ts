/** Two commands started together on a fresh clone: one sets up, the other waits and says for which. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTest } from '../support/atEnd.ts'
import { top } from './kit.ts'

/** Its work lasts until a file exists, and writes a line. */
const SET_UP = `
const { appendFileSync, existsSync } = await import('node:fs')
const { oneAtATime } = await import('./build/setup/oneAtATime.mjs')
const [folder, name] = process.argv.slice(1)
const rest = new Int32Array(new SharedArrayBuffer(4))
await oneAtATime('Packages', () => existsSync(folder + '/done'), () => {
  appendFileSync(folder + '/log', name + ' begins\\n')
  while (!existsSync(folder + '/go')) Atomics.wait(rest, 0, 0, 20)
  appendFileSync(folder + '/log', name + ' ends\\n')
  appendFileSync(folder + '/done', '')
}, folder + '/lock')`

test('one does it; the others wait, say for which process, and find it done', async () => {
  const folder = folderForTest()
  const first = setUp(folder, 'first')
  await until(() => logOf(folder).length === 1)
  const others = [setUp(folder, 'second'), setUp(folder, 'third')]
  for (const other of others)
    await until(() =>
      other.said().includes(`Waiting for another command that does this: Packages (process ${first.pid})`),
    )
  writeFileSync(join(folder, 'go'), '')
  expect(await Promise.all([first, ...others].map(({ ended }) => ended))).toEqual([0, 0, 0])
  expect(logOf(folder)).toEqual(['first begins', 'first ends'])
  expect(readdirSync(join(folder, 'lock'))).toEqual([])
})

test('one that was killed blocks no waiting process: the set-up restarts, once', async () => {
  const folder = folderForTest()
  const first = setUp(folder, 'first')
  await until(() => logOf(folder).length === 1)
  const others = ['second', 'third', 'fourth'].map((name) => setUp(folder, name))
  for (const other of others) await until(() => other.said().includes('Waiting'))
  first.child.kill('SIGKILL')
  await until(() => logOf(folder).length === 2)
  writeFileSync(join(folder, 'go'), '')
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0, 0])
  expect(logOf(folder)).toHaveLength(3)
})

test('a process id that now belongs to another process is not waited for', {
  skip: process.platform !== 'linux',
}, async () => {
  const folder = folderForTest()
  writeFileSync(join(folder, 'go'), '')
  const lock = join(folder, 'lock')
  mkdirSync(lock)
  writeFileSync(join(lock, 'at-work.json'), JSON.stringify({ pid: process.pid, began: '1', what: 'Packages' }))
  const again = setUp(folder, 'again')
  expect(await again.ended).toBe(0)
  expect(logOf(folder)).toEqual(['again begins', 'again ends'])
})

function setUp(folder: string, name: string) {
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', SET_UP, '--', folder, name], {
    cwd: top,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (part) => {
    said += part
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, pid: child.pid, ended, said: () => said }
}

function logOf(folder: string): string[] {
  const file = join(folder, 'log')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20))
}
