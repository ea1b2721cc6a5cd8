/** Servers that implement the contract, set up as tests of edits need them. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Rehearsal } from '../../electron/core/commands/ports.ts'
import { startStudio } from '../../electron/studio/studio.ts'
import { rehearsalOf } from '../../electron/studio/supervisor/rehearsal.ts'
import { createStreamKeys } from '../../electron/studio/supervisor/streamKeys.ts'
import { systemClock } from '../../electron/util/time.ts'
import type { Meanings } from '../../shared/contract/meanings.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import type { VirtualClock } from '../fakes/virtualClock.ts'
import { media, serve } from '../studio/files/kit.ts'
import { KEY, mediaOf } from '../studio/support.ts'
import { folderForTest } from '../support/atEnd.ts'

export interface EditedServer {
  baseUrl: string
  key: string
  /** The id of a one-minute video that a playlist can contain, by its letter. */
  video(letter: string): string
  /**
   * A link to a video; at the local studio `sound` leads to music. `slow`: delivered once released, or after a
   * minute; `missing`: never.
   */
  link(name: string): string
  letGo(): void
  /** The administration of the local studio, as the app provides it to the core; null: a hosted service has none. */
  rehearsal: Rehearsal | null
  close(): Promise<void>
}

export interface ServerOptions {
  clock: VirtualClock
  meanings: Partial<Meanings>
  /** Whether links are imported. */
  imports: boolean
  /** Encodes of the local studio never end by themselves. */
  encodesHang?: boolean
}

const LETTERS = 26

/** An ffmpeg whose encodes never end; the real one mends and measures, which never does both at once. */
function hanging() {
  const ffmpegDir = folderForTest()
  const scripts = {
    ffmpeg: 'case "$*" in *"-f mp4"*"-f null"*) exec sleep 600 ;; *) exec /usr/bin/ffmpeg "$@" ;; esac',
    ffprobe: 'exec /usr/bin/ffprobe "$@"',
  }
  for (const [name, script] of Object.entries(scripts)) {
    const path = join(ffmpegDir, name)
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
  }
  return { ffmpegDir }
}

async function startLocal({ clock, meanings, imports, encodesHang = false }: ServerOptions): Promise<EditedServer> {
  const held: ServerResponse[] = []
  const bytes = imports ? readFileSync(media('good.mp4')) : Buffer.alloc(0)
  const sound = imports ? readFileSync(media('sound.mp3')) : Buffer.alloc(0)
  const links = await serve(({ url = '' }, response) => {
    if (url.includes('missing')) return void response.writeHead(404).end()
    if (url.includes('sound')) return void response.writeHead(200).end(sound)
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length })
    if (url.includes('slow')) held.push(response)
    else response.end(bytes)
  })
  const kept = imports
    ? { dataDir: folderForTest(), files: { allowPrivateLinks: true, ...(encodesHang && hanging()) } }
    : { dataDir: null }
  const filled = { demo: 'shows', media: mediaOf, meanings } as const
  const studio = await startStudio({ port: 0, clock, keys: [KEY], ...filled, ...kept })
  return {
    ...{ baseUrl: studio.baseUrl, key: KEY },
    video: (letter) => `video-60-${letter}`,
    link: (name) => `${links.url}/${name}.mp4`,
    rehearsal: rehearsalOf(
      { adminUrl: studio.admin.url, adminSecret: studio.admin.secret },
      systemClock,
      () => true,
      streamKeys(),
    ),
    letGo: () => held.splice(0).forEach((response) => void response.end(bytes)),
    async close() {
      // The studio would wait for a link that never sends the rest, so those close first.
      links.close()
      await studio.close()
    },
  }
}

/** Without a keychain. */
const streamKeys = () =>
  createStreamKeys({
    keychain: null,
    toForget: { has: () => false, mark: async () => {} },
    clock: systemClock,
    log() {},
    onSecret() {},
  })

async function startIndependent({ clock, meanings }: ServerOptions): Promise<EditedServer> {
  const { syncPushesWholeProject: _, ...others } = meanings
  const server = await startIndependentServer({ clock, meanings: others, files: LETTERS })
  const { videos } = server.content.files
  return {
    ...{ baseUrl: server.baseUrl, key: server.key },
    video: (letter) => videos[letter.charCodeAt(0) - 97] ?? `no file ${letter}`,
    link(name) {
      const link = `https://example.org/${name}.mp4`
      const fails = { atPercent: 50, error: 'There is nothing at this link.' }
      if (name === 'missing') server.control.linkLeadsTo(link, { fails })
      return link
    },
    letGo() {},
    rehearsal: null,
    close: () => server.close(),
  }
}

const STARTS = { 'the local studio': startLocal, 'the independent server': startIndependent }
export type ServerName = keyof typeof STARTS
export const SERVERS = Object.keys(STARTS) as ServerName[]

export const startServer = (name: ServerName, options: ServerOptions): Promise<EditedServer> => STARTS[name](options)
