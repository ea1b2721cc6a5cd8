/** Helpers for file tests: a studio with a data dir, small real media, and a server for links. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach } from 'vitest'
import { PATIENCE_MS } from '../../../build/suite/patience.ts'
import { Catalogue } from '../../../electron/studio/files/catalogue/catalogue.ts'
import { MediaDocument } from '../../../electron/studio/files/catalogue/document.ts'
import type { StudioOptions } from '../../../electron/studio/studio.ts'
import { newDir } from '../../support/folders.ts'
import { eventually } from '../processes.ts'
import { Rehearsal } from '../support.ts'

/** A file that has been imported and can be used. */
export function fileOf(fields: Partial<MediaDocument> & { id: string }): MediaDocument {
  return MediaDocument.parse({
    ...{ name: fields.id, type: 'video', folderId: null, createdAt: 1_000, status: 'completed', error: null },
    ...{ source: null, linkedPath: null, metadata: null, issues: null, encodeOrder: null, encodeError: null },
    ...fields,
  })
}

/** The folder of a test, and what runs in it. */
export interface Room {
  readonly dataDir: string
  rehearsal: Rehearsal
  /** Starts the studio, or another one on the data of the previous one. */
  start(options?: Partial<StudioOptions>): Promise<Rehearsal>
  /** The catalogue as another process sees it. */
  stored<T>(look: (catalogue: Catalogue) => T): T
  /** Waits until a file's import has ended, and returns the file. */
  arrived(fileId: unknown): Promise<MediaDocument>
  /** Waits until no file is in the queue of encodes. */
  encoded(): Promise<void>
  /** Waits until the loudness of a file is known. */
  measured(fileId: string): Promise<void>
}

/** Gives each test its own folder; everything it starts is closed after it. */
export function roomEach(): Room {
  const studios: Rehearsal[] = []
  const room = {
    dataDir: '',
    async start(options: Partial<StudioOptions> = {}) {
      room.rehearsal = await Rehearsal.start({
        dataDir: room.dataDir,
        ...options,
        files: { allowPrivateLinks: true, ...options.files },
      })
      studios.push(room.rehearsal)
      return room.rehearsal
    },
    stored<T>(look: (catalogue: Catalogue) => T): T {
      // A studio that starts after a kill locks the database briefly.
      const database = new DatabaseSync(join(room.dataDir, 'studio.db'), { timeout: PATIENCE_MS })
      try {
        return look(new Catalogue(database))
      } finally {
        database.close()
      }
    },
    arrived: (fileId: unknown) =>
      eventually(() => {
        const file = room.stored((catalogue) => catalogue.file(String(fileId)))
        return file.status === 'in_progress' ? null : file
      }),
    async measured(fileId: string) {
      await eventually(() => !room.stored((catalogue) => catalogue.file(fileId)).isLoudnessAwaited || null)
    },
    async encoded() {
      await eventually(() => room.stored((catalogue) => catalogue.encodes({}).total) === 0 || null)
    },
  } as Room & { dataDir: string }
  beforeEach(() => {
    room.dataDir = mkdtempSync(join(tmpdir(), 'studio-files-'))
  })
  afterEach(async () => {
    for (const { studio } of studios.splice(0)) await studio.close()
    rmSync(room.dataDir, { recursive: true, force: true })
  })
  return room
}

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=10:duration=1']
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=1']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const FAST = ['-movflags', '+faststart']

/** Small media, each made once, with these arguments for ffmpeg. */
const RECIPES = {
  'good.mp4': [...PICTURE, ...SOUND, ...H264, '-c:a', 'aac', ...FAST],
  'moovLast.mp4': [...PICTURE, ...SOUND, ...H264, '-c:a', 'aac'],
  'silent.mp4': [...PICTURE, ...H264, ...FAST],
  'tenBit.mkv': [...PICTURE, ...SOUND, ...H264.slice(0, 4), '-pix_fmt', 'yuv420p10le', '-c:a', 'aac'],
  'eightChannels.mkv': [...PICTURE, ...SOUND, ...H264, '-af', 'aformat=channel_layouts=7.1', '-c:a', 'flac'],
  'vp9.webm': [...PICTURE, '-c:v', 'libvpx-vp9', '-deadline', 'realtime'],
  'fast.mp4': [...['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=120:duration=0.2'], ...H264, ...FAST],
  'large.mp4': [...['-f', 'lavfi', '-i', 'color=size=4096x64:rate=5:duration=0.4'], ...H264, ...FAST],
  'sound.mp3': [...SOUND, '-c:a', 'libmp3lame'],
  'soundOnly.mp4': [...SOUND, '-c:a', 'aac', ...FAST],
  'picture.png': ['-f', 'lavfi', '-i', 'testsrc=size=64x36', '-frames:v', '1'],
} as const
export type MediaName = keyof typeof RECIPES | 'rotated.mp4'

let mediaDir = ''

/** The path of a file of that kind. */
export function media(name: MediaName): string {
  // The folder is removed with the files of the test file that made it.
  if (!existsSync(mediaDir)) mediaDir = newDir()
  const path = join(mediaDir, name)
  if (existsSync(path)) return path
  const turned = name === 'rotated.mp4' ? media('good.mp4') : ''
  const recipe = name === 'rotated.mp4' ? ['-i', turned, '-c', 'copy', '-metadata:s:v', 'rotate=90'] : RECIPES[name]
  const made = spawnSync('ffmpeg', ['-v', 'error', '-y', ...recipe, path], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`ffmpeg could not make ${name}: ${made.stderr}`)
  return path
}

/** How a server handles a request; the body is up to it. */
export type Serving = (request: IncomingMessage, response: ServerResponse) => void

/** A server on this machine, for the duration of a test. */
export async function serve(serving: Serving): Promise<{ url: string; close(): void; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = []
  const server: Server = createServer((request, response) => {
    asked.push(request)
    response.on('error', () => {})
    serving(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, close, asked }
}
