/**
 * The watch page over HTTP: the page, what is on, and the pictures. It is on the studio's own port, so it exists as long
 * as the studio does, and its address stays the same. It needs no key and shows nothing but the broadcast; the id of the
 * project in its address cannot be guessed by other users of this computer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { WATCH_REFUSALS } from '../../../shared/words/show/watch.ts'
import { PAGE_HEADERS } from '../../util/pageHeaders.ts'
import type { Broadcasting } from '../broadcasting/broadcasting.ts'
import type { Core } from '../core.ts'
import { isWatchPage } from '../rules/account/servers.ts'
import { find } from '../rules/world/find.ts'
import type { Live, Project } from '../rules/world/world.ts'
import { pageFile, pageOf, type WatchState } from './page.ts'
import { type Viewer, WATCH_PATH, type WatchPage } from './watchPage.ts'

interface Dependencies {
  readonly core: Core
  readonly broadcasting: Broadcasting
  readonly watchPage: WatchPage
}

export type WatchService = ReturnType<typeof watchService>

export function watchService({ core, broadcasting, watchPage }: Dependencies) {
  function stateOf(live: Live | undefined): WatchState {
    if (!live?.destinations.some(isWatchPage)) return 'off'
    if (live.status === 'PREPARING') return 'starting'
    if (!watchPage.isRunning(live.liveId)) return 'waiting'
    const sent = broadcasting.report().broadcasts.find(({ liveId }) => liveId === live.liveId)
    return sent && sent.path === null ? 'slate' : 'live'
  }

  const titleOf = (project: Project, live: Live | undefined) =>
    live?.onAir.title || project.show.title || project.name

  /** The response to a request; null: the pictures follow. */
  function responseTo(path: string, request: IncomingMessage, response: ServerResponse): Answer | null {
    const [, , first = '', second = null, ...more] = path.split('/')
    if (request.method !== 'GET') return text(405, WATCH_REFUSALS.onlyGet)
    if (!mayHave(request, second !== null)) return text(403, WATCH_REFUSALS.notOurs)
    const file = first === 'page' && second !== null ? pageFile(second) : null
    if (file) return { status: 200, ...file }
    const world = core.read()
    const project = find(world.projects, first)
    if (!project || more.length > 0) return text(404, WATCH_REFUSALS.noPage)
    const live = find(world.lives, project.id)
    const [title, state] = [titleOf(project, live), stateOf(live)]
    if (second === null) return { status: 200, type: HTML, text: pageOf(title, state) }
    if (second === 'state') return { status: 200, type: JSON_TYPE, text: JSON.stringify({ title, state }) }
    if (second !== 'video') return text(404, WATCH_REFUSALS.noPage)
    if (!live || !watchPage.isRunning(live.liveId)) return text(404, WATCH_REFUSALS.notRunning)
    const viewer = viewerOf(request.url ?? '', live.liveId)
    if (watchPage.isFull(viewer)) return text(503, WATCH_REFUSALS.full)
    // A viewer may leave while it is written to.
    response.on('error', () => {})
    // The page says so itself when it connects again: nothing has to be remembered of who watches.
    response.setHeader(BROADCAST_HEADER, live.liveId)
    watchPage.join(live.liveId, response, viewer)
    return null
  }

  return {
    isAddress: (path: string) => path === WATCH_PATH || path.startsWith(`${WATCH_PATH}/`),
    /** Answers a request for an address of this service that is addressed to this machine. */
    answer(path: string, request: IncomingMessage, response: ServerResponse): void {
      for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value)
      const answer = responseTo(path, request, response)
      if (answer) response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.text)
    },
  }
}

/** Which broadcast the pictures are of: the page returns it when it connects again (`page/watch.ts`). */
const BROADCAST_HEADER = 'cuelight-broadcast'

/** Who asks for pictures of a broadcast: by `?preview` the crew, in the panel; by `?seen=` a page that had some of it. */
function viewerOf(url: string, liveId: string): Viewer {
  if (/[?&]preview(?:&|$)/.test(url)) return 'crew'
  const [, seen] = /[?&]seen=(\w{1,40})(?:&|$)/.exec(url) ?? []
  return seen === liveId ? 'again' : 'new'
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const text = (status: number, words: string): Answer => ({ status, type: 'text/plain; charset=utf-8', text: words })

/**
 * Whether the one who asks may have what it asks for. The page may be opened from anywhere, as a page of its own. What
 * it consists of is for itself and for programs: browsers say who asks in headers that no script can set (Fetch
 * Metadata, W3C), and `Origin` where they have none.
 */
function mayHave({ headers }: IncomingMessage, isPart: boolean): boolean {
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined || site === 'same-origin' || site === 'none'
  const isOpened = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  const isForeign = headers.origin !== undefined && headers.origin !== `http://${headers.host}`
  return !isForeign && (isOwn || (!isPart && isOpened))
}
