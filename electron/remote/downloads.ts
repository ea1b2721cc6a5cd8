import type { IncomingMessage, ServerResponse } from 'node:http'
import { DOWNLOADS, type Download } from '../../shared/bridge/bridge.ts'
import { fileOf } from '../../shared/bridge/broadcastFile.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { ACCESS_WORDS } from '../../shared/words/cli/programs.ts'
import { createOneTime } from './oneTime.ts'
import type { Rejection } from './requestGuard.ts'

/** Makes a file; null if there is none. @param about which of several; null: the default one */
export type Make = (about: string | null) => Promise<Uint8Array | string | null>

/** What makes each file that can be handed out. A missing entry means that the file is not available. */
export type Downloads = { readonly [Name in Download]?: Make }

/** The most unused addresses: beyond this number the oldest become invalid. */
const MOST_ADDRESSES = 100
/** A page fetches its file right after requesting it; in ms. */
const ADDRESS_LIFE_MS = 60_000
const PATH = '/download/'

export type DownloadServer = ReturnType<typeof serveDownloads>

/**
 * Serves files at one-time addresses from the bridge. The address is the only credential, and only its requester knows
 * it.
 */
export function serveDownloads(downloads: Downloads, { monotonic }: Pick<Clock, 'monotonic'>) {
  const addresses = createOneTime<{ name: Download; about: string | null; isValid: () => boolean }>(
    MOST_ADDRESSES,
    ADDRESS_LIFE_MS,
    monotonic,
  )
  return {
    /** The address of a file, valid for one fetch while `holds` returns true. */
    addressOf: (name: Download, about: string | null, isValid: () => boolean) =>
      PATH + addresses.add({ name, about, isValid }),
    /** Is this the path of a file, valid or not? */
    isAddress: (path: string) => path.startsWith(PATH),
    /** Sends the file, or returns why not. */
    async answer(path: string, { method }: IncomingMessage, response: ServerResponse): Promise<Rejection | null> {
      // A HEAD request does not use up the address.
      const asked = method === 'GET' ? addresses.take(path.slice(PATH.length)) : undefined
      if (!asked?.isValid()) return { status: 401, text: ACCESS_WORDS.usedAddress }
      const made = await downloads[asked.name]?.(asked.about)
      if (made == null) return { status: 404, text: ACCESS_WORDS.noPage }
      const { type } = DOWNLOADS[asked.name]
      const content = Buffer.from(made)
      response.writeHead(200, {
        'content-type': type,
        'content-length': content.byteLength,
        'content-disposition': `attachment; filename="${fileOf(asked.name, asked.about)}"`,
      })
      response.end(content)
      return null
    },
  }
}
