/** The player of the preview, with a browser's parts that behave as their standard says. */
import { afterEach, expect, it, vi } from 'vitest'
import { startPlayer } from '../../renderer/features/show/preview/player.ts'

afterEach(() => vi.unstubAllGlobals())

/** A source of media, and its only buffer: once the source is closed, the buffer is no longer one of its own. */
class OneSource extends EventTarget {
  static readonly isTypeSupported = () => true
  static last: OneSource
  readyState: 'open' | 'closed' = 'open'
  /** What waits for the end of an append. */
  onUpdated = () => {}

  constructor() {
    super()
    OneSource.last = this
    queueMicrotask(() => this.dispatchEvent(new Event('sourceopen')))
  }

  addSourceBuffer() {
    const source = this
    return {
      updating: false,
      appendBuffer: () => {},
      addEventListener: (_: string, listener: () => void) => {
        source.onUpdated = listener
      },
      get buffered() {
        if (source.readyState === 'closed') throw new Error('This SourceBuffer has been removed.')
        return { length: 0 }
      },
    }
  }
}

it('an append that ends after the preview was left changes nothing, and throws nothing', async () => {
  const video = Object.assign(new EventTarget(), {
    getVideoPlaybackQuality: () => ({ totalVideoFrames: 0, droppedVideoFrames: 0 }),
    removeAttribute: () => {},
    load() {
      OneSource.last.readyState = 'closed'
    },
  })
  vi.stubGlobal('MediaSource', OneSource)
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:', revokeObjectURL: () => {} })
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(8)) })
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': 'video/mp4' } }))
  const append = vi.spyOn(OneSource.prototype, 'addSourceBuffer')
  const leave = startPlayer(
    video as unknown as HTMLVideoElement,
    async () => '/once',
    () => {},
  )
  await vi.waitFor(() => expect(append).toHaveBeenCalled())
  OneSource.last.onUpdated()
  leave()
  expect(() => OneSource.last.onUpdated()).not.toThrow()
})
