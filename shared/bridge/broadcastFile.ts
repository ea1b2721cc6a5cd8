/** Which past broadcast a file is of, and what the file shall be called: one text, as what names a download is. */
import { DOWNLOADS, type Download } from './bridge.ts'

/** So long may what names a download be, with room for its ids. */
const LONGEST_NAME = 80

/** A wish for a name in letters that every system and every header takes. */
const plain = (wish: string) => wish.replace(/[^\w .-]+/g, '-').replace(/^[-. ]+/, '')

/** @param channel whose numbers, where the account has several; null: it has one */
export const broadcastFile = (live: string, channel: string | null, wish: string): string =>
  [live, channel ?? '', plain(wish).slice(0, LONGEST_NAME)].join('\n')

/** The broadcast and the channel that are meant; null: none is named. */
export function broadcastIn(about: string | null): { liveId: string | null; channel: string | null } {
  const [live, channel] = (about ?? '').split('\n')
  return { liveId: live || null, channel: channel || null }
}

/** What a file is called: as its asker wished where that is allowed, else as it always is. */
export function fileOf(download: Download, about: string | null): string {
  const { file } = DOWNLOADS[download]
  if (download !== 'statisticsCsv' && download !== 'playedCsv') return file
  const wish = plain(about?.split('\n')[2] ?? '').slice(0, LONGEST_NAME)
  return wish === '' ? file : `${wish}.csv`
}
