/** The picture of what is on air, passed on from the local studio to pages that may have it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import type { Clock } from '../../shared/util/clock.ts'
import { ACCESS_WORDS } from '../../shared/words/cli/programs.ts'
import { createOneTime } from './oneTime.ts'
import type { Rejection } from './requestGuard.ts'

export interface Preview {
  readonly type: string
  /** Lasts as long as the broadcast, or until it is destroyed. */
  readonly body: Readable
}

/** Opens the picture of what is on air in a project; null: there is none. */
export type OpenPreview = (projectId: string) => Promise<Preview | null>

/** The most unused addresses; beyond this number the oldest become invalid. */
const MOST_ADDRESSES = 20
/** A page fetches the picture right after requesting its address; in ms. */
const ADDRESS_LIFE_MS = 20_000
/** Each costs us its bytes, which pass through here; a person looks at one. */
const MOST_AT_ONCE = 4
const PATH = '/preview/'

export type Previews = ReturnType<typeof createPreviews>

/**
 * As for downloads, an address is valid once, and the only credential. It is on the panel's own origin, so no page needs
 * access to the studio, and the studio admits no other origin. What a page is too slow for waits in the studio, which
 * leaves it out; nothing here waits for it.
 */
export function createPreviews(open: OpenPreview, { monotonic }: Pick<Clock, 'monotonic'>) {
  const addresses = createOneTime<{ projectId: string; isValid: () => boolean }>(
    MOST_ADDRESSES,
    ADDRESS_LIFE_MS,
    monotonic,
  )
  let count = 0

  async function take(path: string): Promise<{ preview: Preview; isValid: () => boolean } | Rejection> {
    const asked = addresses.take(path.slice(PATH.length))
    if (!asked?.isValid()) return { status: 401, text: ACCESS_WORDS.usedAddress }
    if (count >= MOST_AT_ONCE) return { status: 503, text: ACCESS_WORDS.noPage }
    count += 1
    const preview = await open(asked.projectId).catch(() => null)
    const ended = () => {
      count -= 1
    }
    if (preview) preview.body.once('close', ended)
    else ended()
    return preview ? { preview, isValid: asked.isValid } : { status: 404, text: ACCESS_WORDS.noPage }
  }

  return {
    /** @param isValid asked again and again: once it returns false, the picture ends */
    addressOf: (projectId: string, isValid: () => boolean = () => true) =>
      PATH + addresses.add({ projectId, isValid }),
    isAddress: (path: string) => path.startsWith(PATH),
    /** Opens the picture at this address, which is used up by that. */
    take,
    /** Sends it, or returns why not. */
    async answer(path: string, { method }: IncomingMessage, response: ServerResponse): Promise<Rejection | null> {
      if (method !== 'GET') return { status: 405, text: ACCESS_WORDS.onlyGet }
      const taken = await take(path)
      if (!('preview' in taken)) return taken
      const { preview, isValid } = taken
      response.writeHead(200, { 'content-type': preview.type }).flushHeaders()
      // Whichever end goes first ends the other.
      pipeline(preview.body, whileValid(isValid), response, () => {})
      return null
    },
  }
}

const whileValid = (isValid: () => boolean) =>
  async function* (parts: AsyncIterable<Buffer>) {
    for await (const part of parts) {
      if (!isValid()) return
      yield part
    }
  }
