/** Plays the picture of what is on air, a moment behind, and begins again whenever it ends. No React. */
import type { PreviewState } from '../../../../shared/words/show/preview.ts'

/** Between two attempts, in ms; and if this browser does not play the format: another file may have one that it does. */
const AGAIN_MS = 1_500
const SELDOM_MS = 10_000
/** How far behind the newest picture it may be before it is moved on, and where to, in seconds. */
const LATEST = 3
const USUAL = 0.6
/** Seconds that are kept behind the picture, and removed at once. */
const KEPT = 12
const REMOVED = 6
/** Received, and not taken by the player yet: then it cannot keep up. In bytes. */
const MOST_WAITING = 8_000_000
/** How often dropped pictures are counted, in ms, and when they are too many: this share of them, this often in a row. */
const COUNT_MS = 2_000
const MOST_DROPPED = 0.3
const IN_A_ROW = 3
/** Of fewer pictures no share is taken. */
const LEAST_PICTURES = 20

/**
 * @param address requests an address at which the picture can be fetched once
 * @param say called with each state
 * @returns a function that ends it, and leaves no picture
 */
export function startPlayer(
  video: HTMLVideoElement,
  address: () => Promise<string>,
  say: (state: PreviewState) => void,
): () => void {
  const leaving = new AbortController()
  const { signal } = leaving

  async function play(): Promise<PreviewState> {
    const response = await fetch(await address(), { signal }).catch(() => null)
    if (!response?.ok || !response.body) return 'none'
    const type = response.headers.get('content-type') ?? ''
    if (!globalThis.MediaSource?.isTypeSupported(type)) {
      await response.body.cancel()
      return 'unplayable'
    }
    return feed(video, type, response.body, () => signal.aborted || say('playing'))
  }

  async function forEver(): Promise<void> {
    say('connecting')
    while (!signal.aborted) {
      const state = await play().catch((): PreviewState => 'none')
      if (signal.aborted) return
      say(state)
      if (state === 'short') return
      await pause(state === 'unplayable' ? SELDOM_MS : AGAIN_MS, signal)
    }
  }

  void forEver()
  return () => {
    leaving.abort()
    video.removeAttribute('src')
    video.load()
  }
}

/** Plays one response to its end. Returns why it ended. */
async function feed(
  video: HTMLVideoElement,
  type: string,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPlaying: () => void,
): Promise<PreviewState> {
  const source = new MediaSource()
  const url = URL.createObjectURL(source)
  const reader = body.getReader()
  const isShort = countDropped(video)
  video.addEventListener('playing', onPlaying, { once: true })
  try {
    video.src = url
    await new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }))
    const buffer = source.addSourceBuffer(type)
    const waiting: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    const next = () => {
      if (source.readyState !== 'open' || buffer.updating) return
      const start = buffer.buffered.length > 0 ? buffer.buffered.start(0) : 0
      if (video.currentTime - start > KEPT) return buffer.remove(start, video.currentTime - REMOVED)
      const bytes = waiting.shift()
      if (!bytes) return
      size -= bytes.length
      buffer.appendBuffer(bytes)
    }
    buffer.addEventListener('updateend', () => {
      // It was left meanwhile.
      if (source.readyState !== 'open') return
      keepUp(video, buffer.buffered)
      next()
    })
    for (;;) {
      const { done, value } = await reader.read()
      if (size > MOST_WAITING || isShort()) return 'short'
      if (done || video.error) return 'connecting'
      waiting.push(value)
      size += value.length
      next()
    }
  } finally {
    video.removeEventListener('playing', onPlaying)
    URL.revokeObjectURL(url)
    await reader.cancel().catch(() => {})
  }
}

/** Moves on to where there are pictures, near to the newest one, and plays. */
function keepUp(video: HTMLVideoElement, buffered: TimeRanges): void {
  if (buffered.length === 0) return
  const [start, end] = [buffered.start(buffered.length - 1), buffered.end(buffered.length - 1)]
  const isOutside = video.currentTime < start || video.currentTime > end
  if (isOutside || end - video.currentTime > LATEST) video.currentTime = Math.max(start, end - USUAL)
  // A browser may refuse to play by itself, though it is muted; it is asked again with the next pictures.
  if (video.paused) video.play().catch(() => {})
}

/** Returns whether this computer has left out too many pictures for some time; called often. */
function countDropped(video: HTMLVideoElement): () => boolean {
  let at = performance.now()
  let last = video.getVideoPlaybackQuality()
  let inARow = 0
  return () => {
    if (performance.now() - at < COUNT_MS) return false
    at = performance.now()
    const now = video.getVideoPlaybackQuality()
    const total = now.totalVideoFrames - last.totalVideoFrames
    const dropped = now.droppedVideoFrames - last.droppedVideoFrames
    inARow = total >= LEAST_PICTURES && dropped / total > MOST_DROPPED ? inARow + 1 : 0
    last = now
    return inARow >= IN_A_ROW
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
