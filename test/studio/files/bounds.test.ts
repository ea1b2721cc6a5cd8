/**
 * Files that announce more than they contain: each is refused or stopped within limits of pixels, time, bytes and
 * memory.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPrograms, searchPath } from '../../../electron/studio/files/bounds/programs.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { roomEach } from './kit.ts'

const room = roomEach()

async function take(path: string): Promise<string> {
  const { fileId } = await room.rehearsal.told('takeFile', { path, mode: 'link' })
  return String(fileId)
}

/** A PNG of a hundred bytes whose head announces side × side pixels, of 8 bytes each. */
function emptyPicture(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([16, 6], 8)
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const rows = chunk('IDAT', deflateSync(Buffer.alloc(100)))
  return Buffer.concat([signature, chunk('IHDR', head), rows, chunk('IEND', Buffer.alloc(0))])
}

/** A video whose head says one second, and whose frames are ten hours apart: 20 of them span eight days. */
function gaps(path: string): string {
  const far = ['-vf', "setpts='if(gte(N,10),PTS+36000/TB*(N-9),PTS)'", '-fps_mode', 'passthrough']
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=10:duration=3']
  spawnSync('ffmpeg', ['-v', 'error', '-y', ...source, ...far, '-c:v', 'libx264', path])
  const bytes = readFileSync(path)
  // Matroska's Duration: its id, eight bytes, a float of milliseconds.
  const duration = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]))
  bytes.writeDoubleBE(1_000, duration + 3)
  writeFileSync(path, bytes)
  return path
}

test('a picture of a hundred bytes that announces 256 million pixels is refused before it is decoded', async () => {
  await room.start()
  const path = join(room.dataDir, 'huge.png')
  writeFileSync(path, emptyPicture(16_000))
  const { error } = await room.arrived(await take(path))
  expect(error).toBe('INVALID_FILE_TYPE: The picture is larger than 8192 × 4320 pixels. Make it smaller first.')
})

test('an encode that runs far beyond the length in its file is stopped, with an error that says so', async () => {
  await room.start()
  const fileId = await take(gaps(join(room.dataDir, 'gaps.mkv')))
  await room.arrived(fileId)
  await room.rehearsal.ask('encodeFiles', { body: { fileIds: [fileId] } })
  await room.encoded()
  const { encodeError } = room.stored((catalogue) => catalogue.file(fileId))
  expect(encodeError).toBe('The file goes on for more than 11 s, though it says that it lasts 1 s.')
})

test.skipIf(process.platform !== 'linux')('each program has a memory limit', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'studio-bounds-'))
  for (const name of ['ffprobe', 'ffmpeg'] as const) {
    writeFileSync(join(dir, name), '#!/bin/sh\necho "$(ulimit -v) $*"')
    chmodSync(join(dir, name), 0o755)
  }
  const { run } = createPrograms(dir, systemClock)
  const { signal } = new AbortController()
  expect((await run('ffprobe', ['a b'], { signal })).said).toBe('1500000 -max_alloc 300000000 a b\n')
  expect((await run('ffmpeg', [], { signal })).said).toBe('3000000 -max_alloc 300000000\n')
})

test('on macOS, ffmpeg is also found where package managers install it', () => {
  expect(searchPath('/usr/bin:/bin', 'darwin')).toBe('/usr/bin:/bin:/opt/homebrew/bin:/usr/local/bin:/opt/local/bin')
  expect(searchPath('/usr/bin:/bin', 'linux')).toBe('/usr/bin:/bin')
})
