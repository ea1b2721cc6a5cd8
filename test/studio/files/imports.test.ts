/** Files are imported from links and from this machine, safely, and over a restart. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { openLink } from '../../../electron/studio/files/importing/download.ts'
import { eventually } from '../processes.ts'
import { expectRefusal, until } from '../support.ts'
import { type MediaName, media, roomEach, type Serving, serve } from './kit.ts'

const room = roomEach()
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const server = async (serving: Serving) => {
  const made = await serve(serving)
  closing.push(made.close)
  return made
}
const sending = (path: string, headers: Record<string, string> = {}) =>
  server((_, response) => {
    response.writeHead(200, { 'content-length': statSync(path).size, ...headers })
    createReadStream(path).pipe(response)
  })
const begin = (url: string, type = 'video') => room.rehearsal.ask('importFile', { body: { url, type } })
const incoming = () => readdirSync(join(room.dataDir, 'media', 'incoming'))
const databaseHolds = (text: string) =>
  ['', '-wal', '-shm'].some((part) => readFileSync(join(room.dataDir, `studio.db${part}`)).includes(text))
function held(response: ServerResponse): ServerResponse {
  closing.push(() => response.destroy())
  return response
}

describe('a link', () => {
  it('is downloaded, checked and usable', async () => {
    const { url } = await sending(media('good.mp4'), { 'content-disposition': 'attachment; filename="Titles.mp4"' })
    const rehearsal = await room.start()
    const { folderId } = await rehearsal.told('createFolder', { name: 'Tonight' })
    const started = await rehearsal.ask('importFile', {
      body: { url: `${url}/x?token=secret`, type: 'video', folderId },
    })
    expect(started).toMatchObject({ status: 'in_progress', error: null })
    const file = await room.arrived(started.fileId)
    expect(file).toMatchObject({ status: 'completed', name: 'Titles.mp4', folderId, source: null })
    expect(readFileSync(join(room.dataDir, 'media', file.id))).toEqual(readFileSync(media('good.mp4')))
    expect(incoming()).toEqual([])
    expect(await rehearsal.ask('getImport', { fileId: file.id })).toEqual({
      ...{ fileId: file.id, status: 'completed', progress: 100, error: null },
    })
    expect(await rehearsal.ask('getFile', { fileId: file.id })).toMatchObject({
      issues: { errors: [], warnings: [] },
      metadata: { resolution: '160x90', frameRate: 10, durationSec: 1, videoCodec: 'h264', audioCodec: 'aac' },
    })
  })

  it.each(['arrives', 'fails', 'is stopped'])('that %s leaves nothing of its query on the disk', async (how) => {
    const { url } = await server((_, response) => {
      if (how === 'fails') return response.writeHead(404).end()
      const bytes = readFileSync(media('good.mp4'))
      held(response.writeHead(200, { 'content-length': bytes.length }))
      return how === 'arrives' ? response.end(bytes) : response.write(bytes.subarray(0, 1_000))
    })
    const { told } = await bound()
    // Longer than a page of the database: the pages that become free must be erased, too.
    const { fileId } = await begin(`${url}/x.mp4?expires=${'1'.repeat(5_000)}&signature=secret`)
    expect(databaseHolds('signature=secret')).toBe(true)
    if (how === 'is stopped') await told('stopImport', undefined, { fileId })
    await room.arrived(fileId)
    expect(databaseHolds('signature=secret')).toBe(false)
  })

  it('comes one at a time, shows its progress, and can be stopped by the user', async () => {
    const bytes = readFileSync(media('good.mp4'))
    const { url } = await server((_, response) => {
      held(response.writeHead(200, { 'content-length': bytes.length }))
      response.write(bytes.subarray(0, bytes.length / 2))
    })
    const { ask, told } = await bound()
    const { fileId } = await begin(url)
    await eventually(() => (readPart(fileId) > 0 ? true : null))
    // Between its arrival on the disk and its progress, the beginning of the file is checked.
    await until(async () => ((await ask('getImport', { fileId })).progress ?? 0) > 0)
    expect(await ask('getImport', { fileId })).toMatchObject({ status: 'in_progress', progress: 49 })
    expect((await ask('getFile', { fileId })).issues?.errors).toEqual(['import_in_progress'])
    const second = await room.rehearsal.try('importFile', { body: { url, type: 'video' } })
    expectRefusal(second, 409, 'TRANSFER_IN_PROGRESS', { fileId })
    await told('stopImport', undefined, { fileId })
    expect(await room.arrived(fileId)).toMatchObject({ status: 'stopped', source: null })
    expect((await ask('getFile', { fileId })).issues?.errors).toEqual(['transfer_failed'])
    expect(incoming()).toEqual([])
    expectRefusal(await room.rehearsal.administer('DELETE', `/files/${fileId}/import`), 409, 'CONFLICT')
    expect((await begin(url)).status).toBe('in_progress')
  })

  it('that is sent whole, and called a part, arrives', async () => {
    const bytes = readFileSync(media('good.mp4'))
    const range = `bytes 0-${bytes.length - 1}/${bytes.length}`
    const { url } = await server((_, response) => response.writeHead(206, { 'content-range': range }).end(bytes))
    await bound()
    const { fileId } = await begin(url)
    expect(await room.arrived(fileId)).toMatchObject({ status: 'completed', error: null })
  })

  it('of unknown size is under way, and not at 0 %', async () => {
    const { url } = await server((_, response) => {
      held(response.writeHead(200)).write(readFileSync(media('good.mp4')).subarray(0, 4_000))
    })
    const { ask } = await bound()
    const { fileId } = await begin(url)
    await eventually(() => (readPart(fileId) > 0 ? true : null))
    expect(await ask('getImport', { fileId })).toMatchObject({ status: 'in_progress', progress: null })
  })

  it.each([
    [{ url: 'http://127.0.0.1:9/a.mp4' }, 400, 'URL_NOT_ALLOWED'],
    [{ url: 'http://localhost:9/a.mp4' }, 400, 'URL_NOT_ALLOWED'],
    [{ url: 'http://inside.test/a.mp4' }, 400, 'URL_NOT_ALLOWED'],
    [{ url: 'http://nowhere.test/a.mp4' }, 400, 'URL_NOT_RESOLVED'],
    [{ url: 'https://a:b@example.com/a.mp4' }, 400, 'VALIDATION_ERROR'],
    [{ url: 'ftp://example.com/a.mp4' }, 400, 'VALIDATION_ERROR'],
    [{ url: 'http://example.com:0/a.mp4' }, 400, 'URL_NOT_ALLOWED'],
    [{ url: 'no link' }, 400, 'VALIDATION_ERROR'],
    [{ url: 'http://example.com/a.mp4', type: 'text' }, 400, 'VALIDATION_ERROR'],
    [{ url: 'http://example.com/a.mp4', folderId: 'nowhere' }, 404, 'FOLDER_NOT_FOUND'],
  ])('%j is refused with %i %s, and nothing is started', async (fields, status, code) => {
    const resolve = async (host: string) => {
      const addresses = { 'inside.test': '10.0.0.7', localhost: '127.0.0.1', 'example.com': '93.184.215.14' }
      const address = addresses[host as keyof typeof addresses]
      return address ? [{ address, family: 4 }] : []
    }
    const { ask } = await bound({ allowPrivateLinks: false, resolve })
    const reply = await room.rehearsal.try('importFile', { body: { type: 'video', ...fields } })
    expectRefusal(reply, status, code)
    expect((await ask('listFiles')).total).toBe(0)
  })

  it('reaches no private address by a redirect, or by a name that changes its address', async () => {
    const inside = await sending(media('good.mp4'))
    const outside = await server((_, response) => response.writeHead(302, { location: 'http://127.0.0.2:9/' }).end())
    let asked = 0
    const resolve = async (host: string) => {
      asked += 1
      // The first lookup is the check's, the second the connection's.
      const isPublic = host === 'rebinding.test' && asked === 1
      return [{ address: isPublic ? '93.184.215.14' : '127.0.0.1', family: 4 }]
    }
    await bound({ allowPrivateLinks: false, resolve })
    const rebound = await room.arrived((await begin(`http://rebinding.test:${new URL(inside.url).port}/`)).fileId)
    expect(rebound.error).toMatch(/^URL_NOT_ALLOWED: rebinding.test is on your own network/)
    expect(inside.asked).toEqual([])

    const rules = { isAllowed: (address: string) => address !== '127.0.0.2', resolve }
    const asking = { ...rules, offset: 0, validator: null, clock: room.rehearsal.clock }
    const opening = openLink({ ...asking, url: outside.url, signal: new AbortController().signal })
    await expect(opening).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' })
    expect(outside.asked).toHaveLength(1)
  })

  it('is redirected up to five times, and each target is checked again', async () => {
    let hops = 5
    const { url, asked } = await server((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left > 0) response.writeHead(307, { location: `/${left - 1}` }).end()
      else createReadStream(media('good.mp4')).pipe(response)
    })
    await bound()
    expect((await room.arrived((await begin(`${url}/${hops}`)).fileId)).status).toBe('completed')
    hops = 6
    expect((await room.arrived((await begin(`${url}/${hops}`)).fileId)).error).toMatch('more than 5 times')
    expect(asked).toHaveLength(12)
    const file = await server((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end())
    expect((await room.arrived((await begin(file.url)).fileId)).error).toMatch(/^URL_NOT_ALLOWED/)
  })
})

describe('a failed download leaves nothing behind, and says why:', () => {
  const good = () => readFileSync(media('good.mp4'))
  const plain = (body: Buffer | string) => (response: ServerResponse) => response.end(body)
  const cut = (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': good().length })
    response.write(good().subarray(0, good().length * 0.6), () => response.destroy())
  }
  const endless = (response: ServerResponse) => {
    const more = () => response.write(good(), () => response.destroyed || setImmediate(more))
    more()
  }
  it.each<[string, (response: ServerResponse) => unknown, RegExp, string?]>([
    ['a page', plain('<!doctype html><title>Sign in</title>'), /^INVALID_FILE_TYPE: This is a web page, no video/],
    ['0 bytes', plain(''), /^INVALID_FILE_TYPE: The file is empty/],
    ['text that says it is a video', plain('#EXTM3U\nfile:///etc/passwd'), /^INVALID_FILE_TYPE: This is not a file/],
    ['an image', (response) => response.end(readFileSync(media('picture.png'))), /This is an image, not a video/],
    [
      'a video without a picture',
      (response) => response.end(readFileSync(media('soundOnly.mp4'))),
      /no picture|not a video/,
    ],
    [
      'a video without sound as audio',
      (response) => response.end(readFileSync(media('silent.mp4'))),
      /no sound/,
      'audio',
    ],
    ['cut at 60 %', cut, /^IMPORT_FAILED: The transfer broke off after \d+ of \d+ bytes/],
    [
      'cut, without a length',
      (response) => response.write(good().subarray(0, 20_000), () => response.destroy()),
      /^IMPORT_FAILED: The transfer broke off after \d+ bytes/,
    ],
    [
      'reset, where only the end of the connection tells its length',
      ({ socket }) => {
        const head = 'HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\nconnection: close\r\n\r\n'
        socket?.write(head)
        socket?.write(good().subarray(0, 20_000), () => setTimeout(() => (socket as Socket).resetAndDestroy(), 100))
      },
      /^IMPORT_FAILED: The transfer broke off after \d+ bytes/,
    ],
    [
      'another protocol',
      ({ socket }) => socket?.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      /^IMPORT_FAILED/,
    ],
    [
      'truncated by who sent it',
      (response) => response.end(good().subarray(0, 15_000)),
      /^INVALID_FILE_TYPE: The file ends too early/,
    ],
    ['endless', endless, /^STORAGE_LIMIT_EXCEEDED: The file is larger than the 0.01 GB/],
    [
      'said to be too large',
      (response) => response.writeHead(200, { 'content-length': 1e12 }).write('x'),
      /larger than/,
    ],
    ['not found', (response) => response.writeHead(404).end('no'), /^IMPORT_FAILED: The server answered 404/],
    [
      'a part nobody asked for',
      (response) => response.writeHead(206, { 'content-range': 'bytes 5-9/10' }).end('x'),
      /206/,
    ],
    [
      'a beginning instead of the whole',
      (response) => response.writeHead(206, { 'content-range': 'bytes 0-4/10' }).end('x'),
      /206/,
    ],
  ])('%s', async (_, answer, error, type) => {
    const { url } = await server((_request, response) => {
      held(response)
      answer(response)
    })
    const { ask } = await bound({ sizeLimit: 10_000_000 })
    const { fileId } = await begin(`${url}/x.mp4`, type)
    expect(await room.arrived(fileId)).toMatchObject({ status: 'error', error: expect.stringMatching(error) })
    expect(incoming()).toEqual([])
    expect((await ask('getFile', { fileId })).issues?.errors).toEqual(['transfer_failed'])
  })

  it('a server that stops sending', async () => {
    const { url, asked } = await server((_, response) => held(response))
    await bound()
    const { fileId } = await begin(url)
    await eventually(() => asked.length > 0 || null)
    room.rehearsal.clock.advance(60_000)
    expect((await room.arrived(fileId)).error).toBe('IMPORT_FAILED: The server sent nothing for a minute.')
  })

  it('a server so slow that it would block every other import', async () => {
    const responses: ServerResponse[] = []
    const { url } = await server((_, response) => {
      responses.push(response)
      held(response).write(good().subarray(0, 1))
    })
    await bound()
    const { fileId } = await begin(url)
    await eventually(() => readPart(fileId) > 0 || null)
    for (let drop = 1; drop < 24; drop += 1) {
      const came = readPart(fileId)
      responses[0]?.write(good().subarray(drop, drop + 1))
      await eventually(() => readPart(fileId) > came || incoming().length === 0 || null)
      room.rehearsal.clock.advance(30_000)
    }
    expect((await room.arrived(fileId)).error).toBe('IMPORT_FAILED: The server sent less than 100 kB in ten minutes.')
  })

  it('a server that sends headers without end, and no file; the next import works', async () => {
    const plain = createPlainServer((socket) => {
      const heads = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n'.repeat(1_000)
      const more = () => {
        while (!socket.destroyed && socket.write(heads));
        if (!socket.destroyed) socket.once('drain', more)
      }
      socket.on('error', () => {}).once('data', more)
    })
    await once(plain.listen(0, '127.0.0.1'), 'listening')
    closing.push(() => void plain.close())
    await bound()
    const { fileId } = await begin(`http://127.0.0.1:${(plain.address() as AddressInfo).port}/`)
    expect((await room.arrived(fileId)).error).toMatch(/^IMPORT_FAILED: 127.0.0.1 cannot be reached, or its answer/)
    const next = await begin((await sending(media('good.mp4'))).url)
    expect((await room.arrived(next.fileId)).status).toBe('completed')
  })

  it('a server that sends more than it announced', async () => {
    const bytes = good()
    const { port, close } = await rawServer(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length - 500}\r\n\r\n`, bytes)
    closing.push(close)
    await bound()
    const { fileId } = await begin(`http://127.0.0.1:${port}/`)
    expect((await room.arrived(fileId)).error).toMatch(/^IMPORT_FAILED: More came|^INVALID_FILE_TYPE: The file ends/)
  })

  it('a disk without space, or one that fills up on the way', async () => {
    const gigabyte = 1e9
    let free = 1.5 * gigabyte
    const { url } = await server((_, response) => {
      response.write(good())
      const filler = Buffer.alloc(1_000_000)
      const more = () => response.write(filler, () => response.destroyed || setImmediate(more))
      more()
    })
    await bound({ freeBytes: async () => (free -= 0.25 * gigabyte) })
    const { fileId } = await begin(url)
    expect((await room.arrived(fileId)).error).toMatch(/^IMPORT_FAILED: The disk of this machine is full/)
    expect(incoming()).toEqual([])
    const reply = await room.rehearsal.try('importFile', { body: { url, type: 'video' } })
    expectRefusal(reply, 400, 'IMPORT_FAILED')
  })
})

describe('a download is accepted as it comes:', () => {
  const whole = () => readFileSync(media('good.mp4'))
  const bytesOf = (fileId: string) => readFileSync(join(room.dataDir, 'media', fileId))

  it('in chunks of any size', async () => {
    const sizes = [1, 7, 5_000, 65_536, 3]
    const { url } = await server(async (_, response) => {
      const bytes = whole()
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1
        response.write(bytes.subarray(at, at + size))
        at += size
        await new Promise(setImmediate)
      }
      response.end()
    })
    await bound()
    const { id, status } = await room.arrived((await begin(url)).fileId)
    expect(status).toBe('completed')
    expect(bytesOf(id)).toEqual(whole())
  })

  it.each([
    ['of a known length', true],
    ['in chunks', false],
  ])('a few bytes at a time, %s, for longer than the limit for silence', async (_, hasLength) => {
    const responses: ServerResponse[] = []
    const { url } = await server((_request, response) => {
      responses.push(response.writeHead(200, hasLength ? { 'content-length': whole().length } : {}))
      response.write(whole().subarray(0, 3))
    })
    await bound()
    const { fileId } = await begin(url)
    for (let sent = 3; sent <= 12; sent += 3) {
      await eventually(() => readPart(fileId) >= sent || null)
      room.rehearsal.clock.advance(40_000)
      responses[0]?.write(whole().subarray(sent, sent + 3))
    }
    responses[0]?.end(whole().subarray(15))
    const { id, status } = await room.arrived(fileId)
    expect(status).toBe('completed')
    expect(bytesOf(id)).toEqual(whole())
  })

  it('from a server that does not close a finished connection', async () => {
    const { port, close } = await rawServer(`HTTP/1.1 200 OK\r\nContent-Length: ${whole().length}\r\n\r\n`, whole())
    closing.push(close)
    await bound()
    const { id, status } = await room.arrived((await begin(`http://127.0.0.1:${port}/`)).fileId)
    expect(status).toBe('completed')
    expect(bytesOf(id)).toEqual(whole())
  })

  it('far larger than the buffers in memory, with every byte in its place', async () => {
    const filler = Buffer.alloc(4_000_000, 'every byte has its place, ')
    const free = Buffer.from([0, 0, 0, 0, ...Buffer.from('free')])
    free.writeUInt32BE(8 + 5 * filler.length)
    const bytes = Buffer.concat([whole(), free, filler, filler, filler, filler, filler])
    const { url } = await server((_, response) => response.setHeader('content-length', bytes.length).end(bytes))
    await bound()
    const { id, status } = await room.arrived((await begin(url)).fileId)
    expect(status).toBe('completed')
    expect(bytesOf(id).equals(bytes)).toBe(true)
  })

  it('by TLS, if the certificate is valid', async () => {
    const [key, cert] = [join(room.dataDir, 'key.pem'), join(room.dataDir, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject])
    const secure = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
      response.end(whole()),
    )
    await once(secure.listen(0, 'localhost'), 'listening')
    closing.push(() => void secure.close().closeAllConnections())
    const url = `https://localhost:${(secure.address() as AddressInfo).port}/`
    await bound()
    expect((await room.arrived((await begin(url)).fileId)).error).toMatch(
      /^IMPORT_FAILED: localhost cannot be reached/,
    )
    const authorities = getCACertificates('default')
    setDefaultCACertificates([...authorities, readFileSync(cert, 'utf8')])
    try {
      const { id, status } = await room.arrived((await begin(url)).fileId)
      expect(status).toBe('completed')
      expect(bytesOf(id)).toEqual(whole())
    } finally {
      setDefaultCACertificates(authorities)
    }
  })
})

/** Sends the same response to every client, and leaves the connection open. */
async function rawServer(head: string, body: Buffer) {
  const sockets: Socket[] = []
  const plain = createPlainServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    socket.once('data', () => socket.write(Buffer.concat([Buffer.from(head), body])))
  })
  await once(plain.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    plain.close()
  }
  return { port: (plain.address() as AddressInfo).port, close }
}

describe('the studio is killed during a download', () => {
  const half = () => readFileSync(media('good.mp4')).subarray(0, 10_000)

  /** How the server identifies its version, whether it obeys `If-Range`, and how it reports the range that it sends. */
  interface Resuming {
    headers?: Record<string, string>
    isDeaf?: boolean
    range?: (from: number, size: number) => string
  }
  const bytesFrom = (from: number, size: number) => `bytes ${from}-${size - 1}/${size}`
  const ANEW = [undefined, 'bytes=10000-', undefined]
  it.each<[string, MediaName, Resuming, (string | undefined)[]?]>([
    ['goes on where it was', 'good.mp4', { headers: { etag: '"v1"' } }],
    ['begins anew where the server has another version', 'silent.mp4', { headers: { etag: '"v2"' } }],
    ['begins anew where the server cannot go on', 'good.mp4', {}],
    [
      'begins anew where the server goes on with another version',
      'eightChannels.mkv',
      { headers: { etag: '"v2"' }, isDeaf: true },
      ANEW,
    ],
    ['begins anew where the server does not say which version it goes on with', 'good.mp4', { isDeaf: true }, ANEW],
    [
      'begins anew where the server does not say how much there is',
      'good.mp4',
      { headers: { etag: '"v1"' }, range: (from, size) => `bytes ${from}-${size - 1}/*` },
      ANEW,
    ],
    [
      'begins anew where the server goes on elsewhere',
      'good.mp4',
      { headers: { etag: '"v1"' }, range: (_, size) => bytesFrom(5, size) },
      ANEW,
    ],
  ])(
    'the import %s',
    async (_, name, { headers = {}, isDeaf = false, range = bytesFrom }, ranges = [undefined, 'bytes=10000-']) => {
      const whole = readFileSync(media(name))
      let isFirst = true
      const { url, asked } = await server((request, response) => {
        if (isFirst) {
          isFirst = false
          held(response.writeHead(200, { etag: '"v1"' }))
          return void response.write(half())
        }
        // Like real servers: without a condition, it sends the range from its current version.
        const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
        const isSame = headers.etag !== undefined && (request.headers['if-range'] ?? headers.etag) === headers.etag
        const isOnwards = from > 0 && (isDeaf || isSame)
        if (isOnwards) {
          response
            .writeHead(206, { ...headers, 'content-range': range(from, whole.length) })
            .end(whole.subarray(from))
        } else response.writeHead(200, headers).end(whole)
      })
      await bound()
      const { fileId } = await begin(url)
      await eventually(() => (readPart(fileId) >= 10_000 ? true : null))
      await room.rehearsal.studio.close()
      expect(readPart(fileId)).toBe(10_000)
      writeFileSync(join(room.dataDir, 'media', 'incoming', 'stranger.part'), 'left behind')
      mkdirSync(join(room.dataDir, 'media', 'incoming', 'a folder', 'in it'), { recursive: true })
      await room.start()
      expect(await room.arrived(fileId)).toMatchObject({ status: 'completed' })
      expect(readFileSync(join(room.dataDir, 'media', fileId))).toEqual(whole)
      expect(incoming()).toEqual([])
      expect(asked.map((request) => request.headers.range)).toEqual(ranges)
    },
  )
})

describe('an import that is resumed after a restart', () => {
  /** A download of which a part has arrived when the studio ends; after that, the server answers as given. */
  async function interrupted(bytes: Buffer, arrivedBytes: number, answer: Serving) {
    let isFirst = true
    const { url, asked } = await server((request, response) => {
      if (!isFirst) return answer(request, response)
      isFirst = false
      held(response.writeHead(200, { etag: '"v1"', 'content-length': bytes.length }))
      response.write(bytes.subarray(0, arrivedBytes))
    })
    await bound()
    const { fileId } = await begin(url)
    await eventually(() => (readPart(fileId) >= arrivedBytes ? true : null))
    await room.rehearsal.studio.close()
    const { clock } = await room.start()
    return { fileId: String(fileId), asked, clock }
  }
  const goOn = (bytes: Buffer, mostBytes = bytes.length): Serving => {
    return ({ headers: { range = '' } }, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(range)?.[1])
      const end = Math.min(bytes.length, from + mostBytes)
      const part = `bytes ${from}-${end - 1}/${bytes.length}`
      response.writeHead(206, { etag: '"v1"', 'content-range': part, 'content-length': end - from })
      response.end(bytes.subarray(from, end))
    }
  }

  it.each<[string, Serving]>([
    ['cannot be reached', (_, response) => response.destroy()],
    ['has an error of its own', (_, response) => response.writeHead(503).end()],
  ])('waits while its server %s, for ten minutes', async (_, trouble) => {
    const bytes = readFileSync(media('good.mp4'))
    let isUp = false
    const { fileId, asked, clock } = await interrupted(bytes, 10_000, (request, response) =>
      (isUp ? goOn(bytes) : trouble)(request, response),
    )
    const asks = (count: number) =>
      eventually(() => {
        clock.advance(1_000)
        return asked.length >= count || null
      })
    await asks(10)
    expect(await room.rehearsal.ask('getImport', { fileId })).toMatchObject({ status: 'in_progress', error: null })
    isUp = true
    await asks(11)
    expect(await room.arrived(fileId)).toMatchObject({ status: 'completed' })
    expect(readFileSync(join(room.dataDir, 'media', fileId))).toEqual(bytes)
  })

  it('gives up a server after ten minutes', async () => {
    const bytes = readFileSync(media('good.mp4'))
    const { fileId, asked, clock } = await interrupted(bytes, 10_000, (_, response) => response.writeHead(503).end())
    await eventually(() => asked.length >= 2 || null)
    await eventually(() => {
      clock.advance(10_000)
      return room.stored((catalogue) => catalogue.file(fileId)).status !== 'in_progress' || null
    })
    expect(await room.rehearsal.ask('getImport', { fileId })).toMatchObject({ error: expect.stringMatching(/503/) })
    expect(asked.length).toBeLessThan(80)
    expect(incoming()).toEqual([])
  })

  it('arrives from a server that sends it in parts, and asks for none that are tiny', async () => {
    const bytes = Buffer.concat([readFileSync(media('good.mp4')), Buffer.alloc(400_000)])
    const parts = await interrupted(bytes, 10_000, goOn(bytes, 150_000))
    await room.arrived(parts.fileId)
    expect(readFileSync(join(room.dataDir, 'media', parts.fileId))).toEqual(bytes)
    const tiny = await interrupted(bytes, 10_000, goOn(bytes, 50_000))
    expect(await room.arrived(tiny.fileId)).toMatchObject({ error: expect.stringContaining('broke off') })
    expect(tiny.asked).toHaveLength(2)
  })
})

describe('the studio is killed after a download', () => {
  it.each([
    ['while it is looked at', false],
    ['while it is looked at and its link has expired', true],
  ])('%s: the file is not requested again', async (_, isExpired) => {
    const whole = readFileSync(media('good.mp4'))
    const { url, asked } = await server((request, response) => {
      if (asked.length > 1 && isExpired) response.writeHead(410).end()
      else if (request.headers.range) response.writeHead(416).end()
      else response.writeHead(200, { etag: '"v1"' }).end(whole)
    })
    const begun = join(room.dataDir, 'begun')
    writeFileSync(join(room.dataDir, 'ffprobe'), `#!/bin/sh\necho > ${begun}; exec sleep 600`, { mode: 0o755 })
    await room.start({ files: { ffmpegDir: room.dataDir } })
    const { fileId } = await begin(url)
    await eventually(() => existsSync(begun) || null)
    await room.rehearsal.studio.close()
    await room.start()
    expect(await room.arrived(fileId)).toMatchObject({ status: 'completed', error: null, source: null })
    expect(readFileSync(join(room.dataDir, 'media', fileId))).toEqual(whole)
    expect([asked.length, incoming()]).toEqual([1, []])
  })

  it('and moved into place, but not stored yet: the file is added, though it is no longer where it was', async () => {
    const path = join(room.dataDir, 'taken.mp4')
    writeFileSync(path, readFileSync(media('good.mp4')))
    await room.start()
    const { fileId } = await room.rehearsal.told('takeFile', { path, mode: 'copy' })
    await room.arrived(fileId)
    await room.rehearsal.studio.close()
    const source = { kind: 'file', isHere: true, path } as const
    room.stored((catalogue) => catalogue.update(fileId, { status: 'in_progress', source }))
    rmSync(path)
    await room.start()
    expect(await room.arrived(fileId)).toMatchObject({ status: 'completed', error: null })
    expect(readFileSync(join(room.dataDir, 'media', fileId))).toEqual(readFileSync(media('good.mp4')))
    expect(incoming()).toEqual([])
  })
})

it('data of an earlier version is removed before the new version is stored', async () => {
  const { url } = await server((_, response) => {
    held(response.writeHead(200, { etag: `"v${asks}"` })).write(readFileSync(media('good.mp4')).subarray(0, 10_000))
    asks += 1
  })
  let asks = 1
  let fileId = ''
  const stood: unknown[] = []
  const freeBytes = async () => {
    const { source } = fileId ? room.stored((catalogue) => catalogue.file(fileId)) : { source: null }
    if (source?.kind === 'link') stood.push([source.validator, readPart(fileId)])
    return 1e12
  }
  await room.start({ files: { freeBytes } })
  fileId = (await begin(url)).fileId
  await eventually(() => readPart(fileId) >= 10_000 || null)
  await room.rehearsal.studio.close()
  await room.start({ files: { freeBytes } })
  await eventually(() => stood.find((one) => String(one).startsWith('"v2"')) ?? null)
  expect(stood.at(-1)).toEqual(['"v2"', 0])
})

it('is reported as stopped only once that is stored', async () => {
  const { url } = await server((_, response) => {
    held(response.writeHead(200)).write(readFileSync(media('good.mp4')).subarray(0, 10_000))
  })
  const { told } = await bound()
  const { fileId } = await begin(url)
  await eventually(() => readPart(fileId) >= 10_000 || null)
  const other = new DatabaseSync(join(room.dataDir, 'studio.db'))
  other.exec('BEGIN IMMEDIATE')
  expectRefusal(await room.rehearsal.administer('DELETE', `/files/${fileId}/import`), 500, 'INTERNAL_ERROR')
  other.exec('ROLLBACK')
  other.close()
  await told('stopImport', undefined, { fileId })
  expect(room.stored((catalogue) => catalogue.file(fileId)).status).toBe('stopped')
  await eventually(() => incoming().length === 0 || null)
})

it('what cannot be stored while another program locks the database is stored afterwards', async () => {
  const bytes = readFileSync(media('good.mp4'))
  let finish = () => {}
  const { url } = await server((_, response) => {
    response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 10_000))
    finish = () => void response.end(bytes.subarray(10_000))
  })
  const said: string[] = []
  const rehearsal = await room.start({ log: (line) => said.push(line) })
  const { fileId } = await begin(url)
  await eventually(() => readPart(fileId) >= 10_000 || null)
  const other = new DatabaseSync(join(room.dataDir, 'studio.db'))
  other.exec('BEGIN IMMEDIATE')
  finish()
  await eventually(() => said.some((line) => line.includes('could not be stored')) || null)
  other.exec('ROLLBACK')
  other.close()
  rehearsal.clock.advance(1_000)
  expect(await room.arrived(fileId)).toMatchObject({ status: 'completed', error: null })
  const second = await begin((await sending(media('good.mp4'))).url)
  expect((await room.arrived(second.fileId)).status).toBe('completed')
})

describe('a file of this machine', () => {
  it.each([['copy'], ['link']] as const)('is imported: %s', async (mode) => {
    const { ask, told } = await bound()
    const path = media('good.mp4')
    const { fileId, type } = await told('takeFile', { path, mode })
    expect(type).toBe('video')
    const file = await room.arrived(fileId)
    expect(file).toMatchObject({ status: 'completed', name: 'good.mp4', linkedPath: mode === 'link' ? path : null })
    expect(existsSync(join(room.dataDir, 'media', fileId))).toBe(mode === 'copy')
    expect(await ask('getFile', { fileId })).toMatchObject({ metadata: { resolution: '160x90' } })
  })

  it('shows its progress while it is copied, and can be stopped by the user', async () => {
    const path = join(room.dataDir, 'recording.mp4')
    copyFileSync(media('good.mp4'), path)
    truncateSync(path, 128_000_000)
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    // Asked before the copy begins, and again in the middle of it.
    const freeBytes = async () => {
      if (incoming().length > 0) await held
      return 9e9
    }
    const { ask, told } = await bound({ freeBytes })
    const { fileId } = await told('takeFile', { path, mode: 'copy' })
    await eventually(() => readPart(fileId) > 64_000_000 || null)
    expect(await ask('getImport', { fileId })).toMatchObject({ status: 'in_progress', progress: 50 })
    await told('stopImport', undefined, { fileId })
    goOn()
    expect(await room.arrived(fileId)).toMatchObject({ status: 'stopped', source: null })
    expect([incoming(), statSync(path).size]).toEqual([[], 128_000_000])
  })

  it.each([
    ['relative/path.mp4', 'VALIDATION_ERROR'],
    ['/nowhere/at/all.mp4', 'VALIDATION_ERROR'],
    ['/etc', 'VALIDATION_ERROR'],
    ['/etc/passwd', 'INVALID_FILE_TYPE'],
    ['/proc/self/mem', 'VALIDATION_ERROR'],
    ['/dev/zero', 'VALIDATION_ERROR'],
    [media('good.mp4').replace('good.mp4', ''), 'VALIDATION_ERROR'],
  ])('%s is refused', async (path, code) => {
    const { ask } = await bound()
    const reply = await room.rehearsal.administer('POST', '/files', { path, mode: 'copy' })
    expectRefusal(reply, 400, code, { field: 'path' })
    expect((await ask('listFiles')).total).toBe(0)
  })

  it('that became a pipe after it was checked is not waited for', async () => {
    // The file before it takes as long to check as the test wants.
    const go = join(room.dataDir, 'go')
    const waits = `#!/bin/sh\nwhile [ ! -e ${go} ]; do sleep 0.02; done\nexec /usr/bin/ffprobe "$@"\n`
    writeFileSync(join(room.dataDir, 'ffprobe'), waits, { mode: 0o755 })
    const { told } = await bound({ ffmpegDir: room.dataDir })
    const path = join(room.dataDir, 'recording.mp4')
    writeFileSync(path, readFileSync(media('good.mp4')))
    await told('takeFile', { path: media('good.mp4'), mode: 'copy' })
    const { fileId } = await told('takeFile', { path, mode: 'copy' })
    rmSync(path)
    spawnSync('mkfifo', [path])
    writeFileSync(go, '')
    expect((await room.arrived(fileId)).error).toBe('VALIDATION_ERROR: path: it is not an ordinary file')
  })

  it('that is only linked and then removed is reported as missing, and can be added to no list', async () => {
    const { ask, told } = await bound()
    const path = join(room.dataDir, 'recording.mp4')
    writeFileSync(path, readFileSync(media('good.mp4')))
    const { fileId } = await told('takeFile', { path, mode: 'link' })
    await room.arrived(fileId)
    await room.measured(fileId)
    rmSync(path)
    await ask('encodeFiles', { body: { fileIds: [fileId] } })
    await room.encoded()
    const { issues } = await ask('getFile', { fileId })
    expect(issues?.errors).toEqual(['transfer_failed'])
    expect((await ask('getImport', { fileId })).error).toBe(
      'IMPORT_FAILED: The file is no longer where it was. Take it in again.',
    )
  })

  it.each(['link', 'copy'] as const)(
    'that is gone is noticed before it is used, and when it is back: %s',
    async (mode) => {
      const { ask, told } = await bound()
      const path = join(room.dataDir, 'recording.mp4')
      writeFileSync(path, readFileSync(media('good.mp4')))
      const { fileId } = await told('takeFile', { path, mode })
      await room.arrived(fileId)
      await room.measured(fileId)
      const projectId = await room.rehearsal.fridayNight()
      const [sceneId, other] = await room.rehearsal.sceneIds(projectId)
      const settings = { files: [{ fileId }] }
      const body = { type: 'videoPlaylist', settings }
      const { id: layerId } = await ask('addLayer', { projectId, sceneId, body })
      const at = mode === 'link' ? path : join(room.dataDir, 'media', fileId)
      renameSync(at, `${at}.away`)
      expectRefusal(await room.rehearsal.try('startLive', { projectId }), 400, 'FILES_NOT_USABLE', {
        fileIds: [fileId],
      })
      expect((await ask('getFile', { fileId })).issues?.errors).toEqual(['transfer_failed'])
      for (const [name, asking] of [
        ['addLayer', { sceneId: other, body }],
        ['createSceneWithPlaylist', { body: { sceneName: 'New', ...settings } }],
      ] as const)
        expectRefusal(await room.rehearsal.try(name, { projectId, ...asking }), 400, 'FILES_NOT_USABLE', {
          fileIds: [fileId],
        })
      const { skipped } = await ask('encodeFiles', { body: { fileIds: [fileId] } })
      expect(skipped).toEqual([{ fileId, reason: expect.stringContaining('no longer where it was') }])
      // It stays where it was.
      await ask('setPlaylist', { projectId, layerId, body: settings })
      renameSync(`${at}.away`, at)
      expect((await ask('encodeFiles', { body: { fileIds: [fileId] } })).skipped).toEqual([])
      await room.encoded()
      await ask('startLive', { projectId })
      expect((await ask('getFile', { fileId })).issues?.errors).toEqual([])
    },
  )

  it.each([
    ['an empty file', (path: string) => writeFileSync(path, '')],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('is gone if %s is in its place', async (_, make) => {
    const { ask, told } = await bound()
    const path = join(room.dataDir, 'recording.mp4')
    const projectId = await room.rehearsal.fridayNight()
    const [sceneId] = await room.rehearsal.sceneIds(projectId)
    const fileIds: string[] = []
    for (const mode of ['copy', 'link'] as const) {
      writeFileSync(path, readFileSync(media('good.mp4')))
      const { fileId } = await told('takeFile', { path, mode })
      await room.arrived(fileId)
      await room.measured(fileId)
      fileIds.push(fileId)
    }
    const settings = { files: fileIds.map((fileId) => ({ fileId })) }
    await ask('addLayer', { projectId, sceneId, body: { type: 'videoPlaylist', settings } })
    for (const at of [join(room.dataDir, 'media', fileIds[0] ?? ''), path]) {
      rmSync(at)
      make(at)
    }
    const refused = await room.rehearsal.try('startLive', { projectId })
    expectRefusal(refused, 400, 'FILES_NOT_USABLE', { fileIds })
  })

  it('a pipe is refused at once, because it may never get a writer', async () => {
    await bound()
    const path = join(room.dataDir, 'pipe')
    spawnSync('mkfifo', [path])
    const reply = await room.rehearsal.administer('POST', '/files', { path, mode: 'link' })
    expectRefusal(reply, 400, 'VALIDATION_ERROR', { field: 'path' })
  })
})

it('a damaged catalogue is set aside, and media are left alone', async () => {
  await bound()
  const { fileId } = await room.rehearsal.told('takeFile', { path: media('good.mp4'), mode: 'copy' })
  await room.arrived(fileId)
  await room.rehearsal.studio.close()
  writeFileSync(
    join(room.dataDir, 'studio.db'),
    'no database at all, but long enough to be taken for one'.repeat(100),
  )
  await room.start()
  expect(existsSync(join(room.dataDir, 'media', fileId))).toBe(true)
})

async function bound(files = {}) {
  const rehearsal = await room.start({ files })
  return { ask: rehearsal.ask.bind(rehearsal), told: rehearsal.told.bind(rehearsal) }
}

function readPart(fileId: string): number {
  const path = join(room.dataDir, 'media', 'incoming', `${fileId}.part`)
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
