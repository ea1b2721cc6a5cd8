import type { IncomingMessage, ServerResponse } from 'node:http'
import { HANDOUT_ABOUT, HANDOUTS, type Handout, HandoutAbout } from '../../shared/bridge.ts'
import { DOOR_WORDS } from '../../shared/words/door.ts'
import type { TurnedAway } from './door.ts'
import { askedByAnotherPage } from './origin.ts'

/**
 * Makes a file. Null: there is none of that name.
 *
 * @param about which one, where there are several; null: the one that is meant without a name
 */
export type Make = (about: string | null) => Promise<Uint8Array | string | null>

/** What makes each file that can be handed out. One that is missing is a page that is not there. */
export type Handouts = { readonly [Name in Handout]?: Make }

/** Answers a request of a browser with a session, or says why not. */
export type Route = (request: IncomingMessage, response: ServerResponse) => Promise<TurnedAway | null>

/** The paths of the files that are handed out, each saved by the browser under its name. */
export function handoutRoutes(handouts: Handouts): ReadonlyMap<string, Route> {
  const names = Object.keys(HANDOUTS) as Handout[]
  return new Map(
    names.flatMap((name): [string, Route][] => {
      const make = handouts[name]
      return make ? [[HANDOUTS[name].path, (request, response) => handOut(name, make, request, response)]] : []
    }),
  )
}

async function handOut(
  name: Handout,
  make: Make,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<TurnedAway | null> {
  if (askedByAnotherPage(request)) return { status: 403, text: DOOR_WORDS.foreignPage }
  const about = aboutOf(request)
  if (about === undefined) return { status: 400, text: DOOR_WORDS.unreadableAddress }
  const made = await make(about)
  if (made === null) return { status: 404, text: DOOR_WORDS.noPage }
  const content = Buffer.from(made)
  response.writeHead(200, {
    'content-type': HANDOUTS[name].type,
    'content-length': content.byteLength,
    'content-disposition': `attachment; filename="${HANDOUTS[name].file}"`,
  })
  response.end(request.method === 'HEAD' ? undefined : content)
  return null
}

/** Which one is asked for; undefined: that is no name. */
function aboutOf(request: IncomingMessage): string | null | undefined {
  const said = new URL(request.url ?? '/', 'http://localhost').searchParams.get(HANDOUT_ABOUT)
  return said === null ? null : HandoutAbout.safeParse(said).data
}
