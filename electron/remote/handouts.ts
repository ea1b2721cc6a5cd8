import type { IncomingMessage, ServerResponse } from 'node:http'
import { HANDOUTS, type Handout } from '../../shared/bridge.ts'
import { DOOR_WORDS } from '../../shared/words/door.ts'
import type { TurnedAway } from './door.ts'
import { askedByAnotherPage } from './origin.ts'

/** What makes each file that can be handed out. One that is missing is a page that is not there. */
export type Handouts = { readonly [Name in Handout]?: () => Promise<Uint8Array | string> }

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
  make: () => Promise<Uint8Array | string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<TurnedAway | null> {
  if (askedByAnotherPage(request)) return { status: 403, text: DOOR_WORDS.foreignPage }
  const content = Buffer.from(await make())
  response.writeHead(200, {
    'content-type': HANDOUTS[name].type,
    'content-length': content.byteLength,
    'content-disposition': `attachment; filename="${HANDOUTS[name].file}"`,
  })
  response.end(request.method === 'HEAD' ? undefined : content)
  return null
}
