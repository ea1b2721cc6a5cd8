/** Who is heard over IPC: the document of one of our windows, and nobody within, before or beside it. */
import { describe, expect, it } from 'vitest'
import { pageAddress } from '../../electron/shell/windows/policy.ts'
import { type Frame, whyNotOurs } from '../../electron/shell/windows/sender.ts'

const frame = (url: string, parent: object | null = null): Frame => ({ url, parent })

describe('is heard', () => {
  for (const page of ['main', 'quick', 'overlay'] as const)
    it(`the page ${page} in a window of ours`, () => {
      expect(whyNotOurs(frame(pageAddress(page, '#set-up/support')), true)).toBeNull()
    })
})

describe('is not heard, and it is said why', () => {
  it('our page in a window that is not ours', () => {
    expect(whyNotOurs(frame(pageAddress('main')), false)).toBe('it is no window of ours')
  })

  it('a document that is gone by now', () => {
    expect(whyNotOurs(null, true)).toBe('its document is gone')
  })

  it('a frame that goes while it is being asked', () => {
    const going: Frame = {
      parent: null,
      get url(): string {
        throw new Error('Render frame was disposed before WebFrameMain could be accessed')
      },
    }
    expect(whyNotOurs(going, true)).toBe('its document is gone')
  })

  it('a frame within our page, whatever it shows', () => {
    expect(whyNotOurs(frame(pageAddress('main'), {}), true)).toBe('it is a frame within a page')
  })

  const elsewhere = [
    '',
    'about:blank',
    'about:srcdoc',
    'data:text/html,hello',
    'file:///index.html',
    'https://cuelight/index.html',
    'http://127.0.0.1:4717/',
    'app://other/index.html',
    'app://cuelight.example/index.html',
    'app://cuelight:80/index.html',
    'app://cuelight@other/index.html',
    'app://me@cuelight/index.html',
    'app://:pw@cuelight/index.html',
    'app://cuelight/licences.json',
    'app://cuelight/',
    'blob:app://cuelight/index.html',
    'application://cuelight/index.html',
  ]
  for (const url of elsewhere)
    it(`a window of ours that shows ${url || 'nothing'}`, () => {
      expect(whyNotOurs(frame(url), true)).toBe(`it shows ${url}`)
    })

  it('an endless address does not fill the log', () => {
    expect(whyNotOurs(frame(`data:,${'x'.repeat(9_000)}`), true)?.length).toBeLessThan(300)
  })
})
