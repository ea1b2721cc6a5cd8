import { numeral } from '../format.ts'

const items = (count: number) => `${numeral(count)} ${count === 1 ? 'item' : 'items'}`
const quoted = (names: readonly string[]) =>
  names.length
    ? names
        .slice(0, 3)
        .map((name) => `“${name}”`)
        .join(', ') + (names.length > 3 ? ' …' : '')
    : 'nothing'

/** Texts about writing a playlist. */
export const PLAYLIST_WORDS = {
  saved: (count: number, removed: number) =>
    `Playlist saved: ${items(count)}${removed ? `, ${numeral(removed)} removed` : ''}.`,
  notUndoable: 'It cannot be undone later: the list as it was could not be kept on disk.',
  changed(places: readonly { mine: readonly string[]; theirs: readonly string[] }[]) {
    const [first] = places
    const at = first ? ` You have ${quoted(first.mine)} where it now has ${quoted(first.theirs)}.` : ''
    return `The same part of this playlist was changed meanwhile. Nothing was saved.${at}`
  },
  changedSince: 'This playlist is no longer as you saved it: somebody else may have changed it. Nothing was undone.',
  stillLooking:
    'An earlier save in this project got no reply and may still arrive: Cuelight is checking. Try again in half a minute.',
  replacedLate:
    'A save that got no reply arrived late and replaced what somebody else had saved meanwhile. Check this playlist.',
  nothingToUndo: 'Cuelight holds no earlier version of this playlist to go back to.',
  asBefore: 'This playlist already stands as it was before your last save.',
  undoNotKept: 'Your last save cannot be undone: the list as it was before could not be kept on disk.',
  notWhole: (read: number, total: number | null) =>
    `Only ${numeral(read)} ${total === null ? '' : `of ${numeral(total)} `}items of this playlist could be read, so nothing was saved: the rest would be lost.`,
  noPlaylist: (layer: string) => `${layer} has no playlist.`,
  restarts: 'It starts over for viewers.',
  notAsWritten: 'But it does not read back as saved: check it before you go on.',
  notRead: 'It could not be read back to make sure.',
} as const
