import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openRotatingFile, type RotatingFileOptions } from '../../electron/util/rotatingFile.ts'
import { breathe } from '../fakes/virtualClock.ts'
import { folderForTest } from './atEnd.ts'

const ROTATING = new URL('../../electron/util/rotatingFile.ts', import.meta.url).href

let dir: string
beforeEach(() => {
  dir = folderForTest()
})

const path = () => join(dir, 'deep', 'lines.txt')
const read = (name: string) => fs.readFileSync(join(dir, 'deep', name), 'utf8')
const names = () => fs.readdirSync(join(dir, 'deep')).toSorted()

function opening(options: Partial<RotatingFileOptions> = {}) {
  const onFailure = (error: unknown) => {
    throw error
  }
  return openRotatingFile({ path: path(), mostBytes: 100, older: 2, onFailure, ...options })
}

describe('lines', () => {
  it('are there as soon as they are written, in a folder and a file for this user only', () => {
    const file = opening({ durable: true })
    file.append('one\n')
    expect(read('lines.txt')).toBe('one\n')
    expect(fs.statSync(path()).mode & 0o777).toBe(0o600)
    expect(fs.statSync(join(dir, 'deep')).mode & 0o777).toBe(0o700)
    file.close()
  })

  it('follow those of the process before, whose file is closed to other users', () => {
    opening().append('one\n')
    fs.chmodSync(path(), 0o644)
    opening().append('two\n')
    expect(read('lines.txt')).toBe('one\ntwo\n')
    expect(fs.statSync(path()).mode & 0o777).toBe(0o600)
  })

  it('after a torn one begin on their own', () => {
    opening().append('one\n')
    fs.appendFileSync(path(), '{"torn":')
    const file = opening()
    file.append('two\n')
    file.append('three\n')
    expect(read('lines.txt')).toBe('one\n{"torn":\ntwo\nthree\n')
  })

  it('after closing are not written', () => {
    const file = opening()
    file.append('one\n')
    file.close()
    file.close()
    file.append('two\n')
    expect(read('lines.txt')).toBe('one\n')
  })
})

describe('a full file', () => {
  const line = (number: number) => `${String(number).padStart(39, '.')}\n`

  it('becomes an older one, of which the configured number is kept', () => {
    const file = opening()
    for (let number = 1; number <= 9; number += 1) file.append(line(number))
    expect(names()).toEqual(['lines.1.txt', 'lines.2.txt', 'lines.txt'])
    expect(read('lines.2.txt')).toBe(line(5) + line(6))
    expect(read('lines.1.txt')).toBe(line(7) + line(8))
    expect(read('lines.txt')).toBe(line(9))
    for (const name of names()) expect(fs.statSync(join(dir, 'deep', name)).mode & 0o777).toBe(0o600)
  })

  it('counts what was in it before, too', () => {
    opening().append(line(1) + line(2))
    opening().append(line(3))
    expect([read('lines.1.txt'), read('lines.txt')]).toEqual([line(1) + line(2), line(3)])
  })

  it('carries over what must not be lost', () => {
    const file = opening({ carryOver: () => 'still open\n' })
    for (let number = 1; number <= 5; number += 1) file.append(line(number))
    expect(read('lines.txt')).toBe(`still open\n${line(5)}`)
  })

  it('that was closed before it was flushed is not a failure', async () => {
    const failures: unknown[] = []
    const file = opening({ durable: true, mostBytes: 10, onFailure: (error) => failures.push(error) })
    for (let number = 1; number <= 60; number += 1) file.append(line(number))
    for (let turn = 0; turn < 50; turn += 1) await breathe()
    file.close()
    for (let turn = 0; turn < 50; turn += 1) await breathe()
    expect(failures).toEqual([])
  })

  it('is counted in bytes, and a line longer than a file is written whole', () => {
    const file = opening()
    file.append(`${'ü'.repeat(49)}\n`)
    file.append('x\n')
    file.append(line(1).repeat(9))
    expect([read('lines.2.txt').length, read('lines.1.txt')]).toEqual([50, 'x\n'])
    expect(read('lines.txt')).toBe(line(1).repeat(9))
  })
})

describe('a failure', () => {
  it('is reported, and the next line is tried again', () => {
    const failures: unknown[] = []
    fs.writeFileSync(join(dir, 'deep'), 'in the way')
    const file = opening({ onFailure: (error) => failures.push(error) })
    file.append('one\n')
    expect(failures).toHaveLength(1)
    fs.rmSync(join(dir, 'deep'))
    file.append('two\n')
    expect(failures).toHaveLength(1)
    expect(read('lines.txt')).toBe('two\n')
  })

  it.skipIf(process.platform !== 'linux')(
    'in the middle of a line leaves nothing of it, and the carried over lines come first with the next one',
    () => {
      const script = `
      const { openRotatingFile } = await import(${JSON.stringify(ROTATING)})
      const file = openRotatingFile({ path: process.argv[1], mostBytes: 1e6, older: 1, carryOver: () => 'open\\n',
        onFailure: (error) => console.log(error.code) })
      console.log(file.append('one\\n'), file.append('x'.repeat(9_000) + '\\n'), file.append('two\\n'))`
      const node = [process.execPath, '--input-type=module', '-e', script, path()]
      // As on a full disk: a write takes a part, and the next one none.
      const { stdout } = spawnSync('prlimit', ['--fsize=8192', ...node], { encoding: 'utf8' })
      expect(stdout.trim().split('\n')).toEqual(['EFBIG', 'true false true'])
      expect(read('lines.txt')).toBe('one\nopen\ntwo\n')
    },
  )

  it('to rotate costs no older file', () => {
    const failures: unknown[] = []
    const file = opening({ onFailure: (error) => failures.push(error), carryOver: () => 'open\n' })
    for (const letter of ['a', 'b']) file.append(`${letter.repeat(98)}\n`)
    fs.mkdirSync(join(dir, 'deep', 'lines.txt.new'))
    file.append('c\n')
    expect(failures).toHaveLength(1)
    expect(read('lines.1.txt')).toBe(`${'a'.repeat(98)}\n`)
    expect(names()).toEqual(['lines.1.txt', 'lines.txt', 'lines.txt.new'])
  })

  it('to rotate costs no line, and is tried again one file later', () => {
    const failures: unknown[] = []
    const file = opening({ onFailure: (error) => failures.push(error) })
    file.append(`${'a'.repeat(98)}\n`)
    const older = ['lines.1.txt', 'lines.2.txt'].map((name) => join(dir, 'deep', name))
    for (const name of older) fs.mkdirSync(join(name, 'in the way'), { recursive: true })
    file.append('b\n')
    file.append('c\n')
    expect(failures).toHaveLength(1)
    expect(read('lines.txt')).toBe(`${'a'.repeat(98)}\nb\nc\n`)
    for (const name of older) fs.rmSync(name, { recursive: true })
    file.append(`${'d'.repeat(98)}\n`)
    expect([failures.length, read('lines.txt')]).toEqual([1, `${'d'.repeat(98)}\n`])
  })

  it('to rotate lets it grow to at most four times its size, until it can be moved', () => {
    const failures: unknown[] = []
    const file = opening({ mostBytes: 100, onFailure: (error) => failures.push(error), carryOver: () => 'open\n' })
    const line = `${'a'.repeat(24)}\n`
    file.append(line)
    fs.mkdirSync(join(dir, 'deep', 'lines.txt.new'))
    const written = Array.from({ length: 100 }, () => file.append(line))
    expect([written.filter((one) => one).length, read('lines.txt').length]).toEqual([15, 400])
    expect(written.slice(15).every((one) => !one)).toBe(true)
    fs.rmdirSync(join(dir, 'deep', 'lines.txt.new'))
    expect(file.append(line)).toBe(true)
    expect([read('lines.txt'), read('lines.1.txt').length]).toEqual([`open\n${line}`, 400])
  })
})
