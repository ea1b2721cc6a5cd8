/** A past broadcast and the preferred name of a file about it, encoded as the one text that specifies a download. */
import { DOWNLOADS, type Download } from './bridge.ts'

/** The longest preferred name, which leaves space for the ids in a download's specification. */
const LONGEST_NAME = 80

/** A preferred name, reduced to characters that every system and every header accepts. */
const plain = (wish: string) => wish.replace(/[^\w .-]+/g, '-').replace(/^[-. ]+/, '')

/** @param channel whose statistics, if the account has several channels; null: it has one */
export const broadcastFile = (live: string, channel: string | null, wish: string): string =>
  [live, channel ?? '', plain(wish).slice(0, LONGEST_NAME)].join('\n')

/** The broadcast and the channel; null: none is named. */
export function broadcastIn(about: string | null): { liveId: string | null; channel: string | null } {
  const [live, channel] = (about ?? '').split('\n')
  return { liveId: live || null, channel: channel || null }
}

/** The file's name: the preferred one if this download allows one, else the default. */
export function fileOf(download: Download, about: string | null): string {
  const { file } = DOWNLOADS[download]
  if (download !== 'statisticsCsv' && download !== 'playedCsv') return file
  const wish = plain(about?.split('\n')[2] ?? '').slice(0, LONGEST_NAME)
  return wish === '' ? file : `${wish}.csv`
}
