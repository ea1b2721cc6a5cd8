import type { IncomingMessage, ServerResponse } from 'node:http'
import { DOWNLOADS, type Download } from '../../shared/bridge/bridge.ts'
import { fileOf } from '../../shared/bridge/broadcastFile.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { ACCESS_WORDS } from '../../shared/words/programs.ts'
import { createOneTime } from './oneTime.ts'
import type { Rejection } from './requestGuard.ts'

/** Makes a file; null: there is none. @param about which of several; null: the one meant without a name */
export type Make = (about: string | null) => Promise<Uint8Array | string | null>

/** What makes each file that can be handed out. One that is missing is not there. */
export type Downloads = { readonly [Name in Download]?: Make }

/** Addresses that nobody fetched: the oldest beyond this number lead nowhere any more. */
const MOST_ADDRESSES = 100
/** A page fetches at once what it asked for; in ms. */
const ADDRESS_LIFE_MS = 60_000
const PATH = '/download/'

export type DownloadServer = ReturnType<typeof serveDownloads>

/** Hands files to whom the bridge gave an address: it is all they need, and nobody else knows it. */
export function serveDownloads(downloads: Downloads, { monotonic }: Pick<Clock, 'monotonic'>) {
  const addresses = createOneTime<{ name: Download; about: string | null; holds: () => boolean }>(
    MOST_ADDRESSES,
    ADDRESS_LIFE_MS,
    monotonic,
  )
  return {
    /** The address of a file, good for one fetch while `holds` says so. */
    addressOf: (name: Download, about: string | null, holds: () => boolean) =>
      PATH + addresses.add({ name, about, holds }),
    /** Is this the address of a file, good or not? */
    isAddress: (path: string) => path.startsWith(PATH),
    /** Hands the file out, or says why not. */
    async answer(path: string, { method }: IncomingMessage, response: ServerResponse): Promise<Rejection | null> {
      // A HEAD only looks.
      const asked = method === 'GET' ? addresses.take(path.slice(PATH.length)) : undefined
      if (!asked?.holds()) return { status: 401, text: ACCESS_WORDS.usedAddress }
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
