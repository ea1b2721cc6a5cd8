import { numeral } from './format.ts'

const items = (count: number) => `${numeral(count)} ${count === 1 ? 'item' : 'items'}`
const quoted = (names: readonly string[]) =>
  names.length
    ? names
        .slice(0, 3)
        .map((name) => `“${name}”`)
        .join(', ') + (names.length > 3 ? ' …' : '')
    : 'nothing'

/** What is said of writing a playlist. */
export const PLAYLIST_WORDS = {
  saved: (count: number, removed: number) =>
    `Playlist saved: ${items(count)}${removed ? `, ${numeral(removed)} taken out` : ''}.`,
  notUndoable: 'It cannot be undone later: the disk did not take the list as it was.',
  changed(places: readonly { mine: readonly string[]; theirs: readonly string[] }[]) {
    const [first] = places
    const at = first ? ` You put ${quoted(first.mine)} where there is ${quoted(first.theirs)} now.` : ''
    return `Somebody else changed the same place of this playlist. Nothing was saved.${at}`
  },
  changedSince: 'Somebody else changed this playlist after you saved it. Nothing was undone.',
  nothingToUndo: 'There is nothing to undo in this playlist.',
  notWhole: (read: number, total: number | null) =>
    `Only ${numeral(read)} ${total === null ? '' : `of ${numeral(total)} `}items of this playlist could be read, so nothing was saved: what is missing would be lost.`,
  noPlaylist: (layer: string) => `${layer} has no playlist.`,
  restarts: 'It begins anew for viewers.',
  notAsWritten: 'But it reads back otherwise: look at it before you go on.',
  notRead: 'It could not be read back to be sure.',
} as const
