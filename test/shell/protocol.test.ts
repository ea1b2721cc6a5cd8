/** The app's own scheme serves the built renderer, and nothing else on this machine. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { pageAddress } from '../../electron/shell/windows/policy.ts'
import { appProtocol } from '../../electron/shell/windows/protocol.ts'
import { type Frame, whyNotOurs } from '../../electron/shell/windows/sender.ts'
import { PAGE_HEADERS } from '../../electron/util/pageHeaders.ts'
import { folderForTest } from '../support/atEnd.ts'

let top: string
let log: string[]
let answer: ReturnType<typeof appProtocol>

beforeEach(() => {
  top = folderForTest()
  const dir = join(top, 'renderer')
  mkdirSync(join(dir, 'assets', 'deeper'), { recursive: true })
  mkdirSync(join(dir, 'folder.js'))
  writeFileSync(join(top, 'secret.json'), 'secret')
  writeFileSync(join(dir, 'index.html'), '<!doctype html>')
  writeFileSync(join(dir, 'licences.json'), '[]')
  writeFileSync(join(dir, 'program.exe'), 'MZ')
  writeFileSync(join(dir, '.hidden.json'), 'hidden')
  writeFileSync(join(dir, 'a b.json'), 'spaced')
  writeFileSync(join(dir, 'assets', 'index-Ab_1.js'), 'export {}')
  writeFileSync(join(dir, 'assets', 'index-Ab_1.css'), 'p{}')
  writeFileSync(join(dir, 'assets', 'deeper', 'x.js'), '1')
  log = []
  answer = appProtocol({ dir, log: (line) => log.push(line) })
})

const get = (url: string, method = 'GET') => answer({ url, method })

describe('what is served', () => {
  const types: Record<string, string> = {
    'app://cuelight/index.html': 'text/html; charset=utf-8',
    'app://cuelight/index.html?page=quick': 'text/html; charset=utf-8',
    'app://cuelight/licences.json': 'application/json; charset=utf-8',
    'app://cuelight/assets/index-Ab_1.js': 'text/javascript; charset=utf-8',
    'app://cuelight/assets/index-Ab_1.css': 'text/css; charset=utf-8',
  }
  for (const [url, type] of Object.entries(types)) {
    it(`${url}, as ${type}`, async () => {
      const response = await get(url)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
      expect((await response.text()).length).toBeGreaterThan(0)
    })
  }

  it('every page of ours, by its address', async () => {
    for (const page of ['main', 'quick', 'overlay'] as const) {
      const { status } = await answer(new Request(pageAddress(page, '#set-up/support')))
      expect(status, page).toBe(200)
    }
  })

  it('HEAD like GET, without a body', async () => {
    const response = await get('app://cuelight/index.html', 'HEAD')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await response.text()).toBe('')
  })
})

describe('the content policy', () => {
  it('comes with every response, refusals too', async () => {
    for (const url of ['app://cuelight/index.html', 'app://cuelight/none.html', 'app://other/index.html']) {
      const { headers } = await get(url)
      for (const [name, value] of Object.entries(PAGE_HEADERS))
        expect(headers.get(name), `${url} ${name}`).toBe(value)
    }
  })

  it('allows nothing to run, load, frame or send except our own files', () => {
    const policy = new Map(
      PAGE_HEADERS['content-security-policy'].split('; ').map((rule) => {
        const [name = '', ...sources] = rule.split(' ')
        return [name, sources.join(' ')]
      }),
    )
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('base-uri')).toBe("'none'")
    expect(policy.get('form-action')).toBe("'none'")
    // The preview makes its own address for pictures that it has received; nothing else may.
    expect(policy.get('media-src')).toBe('blob:')
    policy.delete('media-src')
    const allowed = new Set([...policy.values()].flatMap((sources) => sources.split(' ')))
    expect(allowed).toEqual(new Set(["'none'", "'self'", 'data:']))
    expect(policy.get('script-src')).toBe("'self'")
  })
})

describe('what is refused', () => {
  const strangers: Record<string, string> = {
    'another host': 'app://other/index.html',
    'a port': 'app://cuelight:80/index.html',
    'a name before the host': 'app://me@cuelight/index.html',
    'a password before the host': 'app://me:pw@cuelight/index.html',
    'another scheme': 'file:///index.html',
    'another scheme with our host': 'https://cuelight/index.html',
    'what is no address': 'index.html',
  }
  for (const [name, url] of Object.entries(strangers)) {
    it(`${name}: ${url}`, async () => expect((await get(url)).status).toBe(421))
  }

  const paths: Record<string, string> = {
    'a way up': '../secret.json',
    'a way up in the middle': 'assets/../../secret.json',
    'an encoded way up': '%2e%2e/secret.json',
    'an encoded slash': '..%2fsecret.json',
    'an encoded slash within': 'assets%2findex-Ab_1.js',
    'a backslash': '..\\secret.json',
    'an encoded backslash': '..%5csecret.json',
    'a way encoded twice': '%252e%252e/secret.json',
    'a zero byte': 'index.html%00.js',
    'an absolute path': '/etc/passwd.json',
    'two slashes': 'assets//index-Ab_1.js',
    'a hidden file': '.hidden.json',
    'an encoded letter': 'index%2ehtml',
    'a space': 'a%20b.json',
    'a folder deeper': 'assets/deeper/x.js',
    'a folder': 'assets/',
    'a folder called like a file': 'folder.js',
    'the top': '',
    'a file that is not there': 'assets/none.js',
    'a file of a kind we have not': 'program.exe',
  }
  for (const [name, path] of Object.entries(paths)) {
    it(`${name}: ${path}`, async () => {
      const response = await get(`app://cuelight/${path}`)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toMatch(/secret|hidden|spaced|MZ/)
    })
  }

  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
    it(method, async () => expect((await get('app://cuelight/index.html', method)).status).toBe(405))
})

it('a file that cannot be read is a fault of ours: logged, and never thrown', async () => {
  const broken = appProtocol({ dir: join(top, 'x'.repeat(300)), log: (line) => log.push(line) })
  const { status } = await broken({ url: 'app://cuelight/index.html', method: 'GET' })
  expect(status).toBe(500)
  expect(log).toEqual([expect.stringContaining('could not be read')])
})

const frame = (url: string, parent: object | null = null): Frame => ({ url, parent })

describe('is accepted as sender', () => {
  for (const page of ['main', 'quick', 'overlay'] as const)
    it(`the page ${page} in a window of ours`, () =>
      expect(whyNotOurs(frame(pageAddress(page, '#set-up/support')), true)).toBeNull())
})

describe('is not accepted as sender, with a reason', () => {
  it('our page in a window that is not ours', () =>
    expect(whyNotOurs(frame(pageAddress('main')), false)).toBe('it is no window of ours'))

  it('a document that is gone by now', () => expect(whyNotOurs(null, true)).toBe('its document is gone'))

  it('a frame that disappears during the check', () => {
    const going: Frame = {
      parent: null,
      get url(): string {
        throw new Error('Render frame was disposed before WebFrameMain could be accessed')
      },
    }
    expect(whyNotOurs(going, true)).toBe('its document is gone')
  })

  it('a frame within our page, whatever it shows', () =>
    expect(whyNotOurs(frame(pageAddress('main'), {}), true)).toBe('it is a frame within a page'))

  const elsewhere = [
    ...['', 'about:blank', 'about:srcdoc', 'data:text/html,hello', 'file:///index.html'],
    ...['https://cuelight/index.html', 'http://127.0.0.1:4717/', 'app://other/index.html'],
    ...['app://cuelight.example/index.html', 'app://cuelight:80/index.html'],
    ...['app://cuelight@other/index.html', 'app://me@cuelight/index.html', 'app://:pw@cuelight/index.html'],
    ...['app://cuelight/licences.json', 'app://cuelight/', 'blob:app://cuelight/index.html'],
    ...['application://cuelight/index.html'],
  ]
  for (const url of elsewhere)
    it(`a window of ours that shows ${url || 'nothing'}`, () =>
      expect(whyNotOurs(frame(url), true)).toBe(`it shows ${url}`))

  it('an endless address does not fill the log', () =>
    expect(whyNotOurs(frame(`data:,${'x'.repeat(9_000)}`), true)?.length).toBeLessThan(300))
})
