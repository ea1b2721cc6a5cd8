/**
 * The script of the watch page: plays what the studio sends, a moment behind, and begins again whenever it ends. It is
 * sent to browsers without its types, so it imports nothing.
 */

/** How often the page asks what is on, and tries to play it again, in ms. */
const ASK_MS = 2_000
const AGAIN_MS = 700
/** How long the studio may take to answer, in ms. */
const PATIENCE_MS = 3_000
/** How often it tries a format that this browser does not play, in ms: another file may be one that it does. */
const SELDOM_MS = 10_000
/** How far behind the newest picture it may be before it is moved on, and where to, in seconds. */
const LATEST = 3
const USUAL = 0.6
/** Seconds that are kept behind the picture, and removed at once. */
const KEPT = 20
const REMOVED = 10
/** Received, and not taken by the player yet: then it cannot keep up. In bytes. */
const MOST_WAITING = 16_000_000

const at = location.pathname.replace(/\/$/, '')
const part = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind
const video = part<HTMLVideoElement>('video')
const sound = part<HTMLButtonElement>('sound')

/** What the studio said last, and what the page knows by itself, which goes before it. */
let said = document.body.dataset.state ?? 'off'
let own: string | null = null
let hasPlayed = false
/** The broadcast it had pictures of last: the same page again is the same view, also to a studio that was started anew. */
let seen = ''

function show(): void {
  const state = own ?? (said === 'off' && hasPlayed ? 'ended' : said)
  const words = document.querySelector<HTMLElement>(`#words > [data-is="${state}"]`)
  write(part('state'), words?.textContent ?? state)
  write(part('note'), words?.dataset.note ?? '')
  document.body.dataset.state = state
  // The last picture stays until there is another one, unless there will be none.
  if (state === 'ended' && video.src !== '') {
    video.removeAttribute('src')
    video.load()
  }
  video.toggleAttribute('data-empty', video.readyState < 2)
  sound.hidden = video.readyState < 2
  write(sound, (video.paused ? sound.dataset.play : video.muted ? sound.dataset.on : sound.dataset.off) ?? '')
}

/** Only what changed: a screen reader reads it aloud. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function ask(): Promise<void> {
  try {
    const answer: { title: string; state: string } = await (
      await fetch(`${at}/state`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    ).json()
    if (answer.state === 'starting') hasPlayed = false
    said = answer.state
    if (own === 'unreachable' || !isOn()) own = null
    write(document.querySelector('h1') ?? document.body, answer.title)
    document.title = answer.title
  } catch {
    own = 'unreachable'
  }
  show()
}

const isOn = () => said === 'live' || said === 'slate'
/** Nobody sees or hears it. A browser has six connections to one address, for all its pages. */
const isUnseen = () => document.hidden && video.muted

/** Plays one response from its beginning to its end. */
async function play(): Promise<void> {
  if (!isOn() || isUnseen()) return
  const leaving = new AbortController()
  try {
    const response = await fetch(`${at}/video?seen=${seen}`, { signal: leaving.signal })
    if (response.status === 503) own = 'full'
    else if (own === 'full') own = null
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !response.body) return
    seen = response.headers.get('cuelight-broadcast') ?? ''
    own = window.MediaSource?.isTypeSupported(type) ? null : 'unplayable'
    if (own === null) await feed(type, response.body)
  } catch {
    // The studio or its engine has gone, or the player could not go on: the next attempt begins anew.
  } finally {
    leaving.abort()
    show()
  }
}

async function feed(type: string, body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
  const source = new MediaSource()
  const address = URL.createObjectURL(source)
  try {
    video.src = address
    await new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }))
    const buffer = source.addSourceBuffer(type)
    const waiting: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    const next = () => {
      if (source.readyState !== 'open' || buffer.updating) return
      const { buffered } = buffer
      const start = buffered.length > 0 ? buffered.start(0) : 0
      if (video.currentTime - start > KEPT) return buffer.remove(start, video.currentTime - REMOVED)
      const bytes = waiting.shift()
      if (!bytes) return
      size -= bytes.length
      buffer.appendBuffer(bytes)
    }
    buffer.addEventListener('updateend', () => {
      keepUp(buffer.buffered)
      next()
    })
    for (const reader = body.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done || video.error || isUnseen() || size > MOST_WAITING) return
      waiting.push(value)
      size += value.length
      next()
    }
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Moves on to where there are pictures, and near to the newest one. */
function keepUp(buffered: TimeRanges): void {
  if (buffered.length === 0) return
  const [start, end] = [buffered.start(buffered.length - 1), buffered.end(buffered.length - 1)]
  const isOutside = video.currentTime < start || video.currentTime > end
  if (isOutside || end - video.currentTime > LATEST) video.currentTime = Math.max(start, end - USUAL)
}

video.addEventListener('playing', () => {
  hasPlayed = true
  show()
})
for (const event of ['pause', 'volumechange', 'loadeddata', 'emptied']) video.addEventListener(event, show)

sound.addEventListener('click', () => {
  if (!video.paused) video.muted = !video.muted
  void video.play().catch(() => {})
})

async function forEver(what: () => Promise<void>, everyMs: number): Promise<never> {
  for (;;) {
    await what()
    await pause(everyMs)
  }
}

show()
void forEver(ask, ASK_MS)
void forEver(async () => {
  await play()
  if (own === 'unplayable') await pause(SELDOM_MS)
}, AGAIN_MS)
