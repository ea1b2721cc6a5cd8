/** The files of the account: finding them, importing, encoding, naming. */

import { asSentence, capitalised, counted, inARow, numeral, span } from '../format.ts'
import type { StateWords } from '../panel/states.ts'
import { fileIssues } from './files.ts'

export const LIBRARY_NAMES = {
  folders: 'Folders',
  allFiles: 'All files',
  find: 'Find files, 3 letters or more',
  state: 'State',
  import: 'Import files',
  imports: 'Imports',
  encoding: 'Encoding',
  encode: 'Encode',
  rename: 'Rename',
  toList: 'Add to a playlist',
  unmark: 'Unmark all',
  more: 'Read more files',
  showAll: 'Show all files',
  retry: 'Retry',
  importAgain: 'Import again',
  takeOut: 'Take out',
  clear: 'Clear',
  stopImport: 'Stop import',
  cancelEncode: 'Cancel encode',
} as const

/** The response was lost, and it is unknown whether the import was accepted. */
export const RETRY_ASK = 'It may already be imported: check the files first. Import it again?'

export const USE_NAMES = { all: 'All', usable: 'Usable', unusable: 'Cannot be used' } as const

export const FILE_LIST_WORDS = {
  loading: 'Reading the files…',
  failed: 'The files could not be read',
  failedFurther: 'The rest of the files could not be read',
  foldersFailed: 'The folders could not be read.',
  importsFailed: 'The import queue could not be read.',
  encodesFailed: 'The encode queue could not be read.',
  tooShort: 'Type 3 letters or more to search.',
  elsewhere: 'Make folders and delete files in the studio.',
  onStudio: 'Files and folders stay: the local studio cannot delete any.',
  noLength: 'length not read',
  none: {
    headline: 'No files here yet',
    now: 'There is nothing to show.',
    todo: 'Import videos, audio or pictures from links.',
  },
} as const

export const KIND_NAMES = { video: 'Video', audio: 'Audio', image: 'Image' } as const

/** How many files have been read, because filters and durations cover only those. */
export function filesRead(read: number, total: number, lengthless: number, ageMs: number): string {
  const files = read < total ? `${numeral(read)} of ${numeral(total)} files read` : counted(total, 'file')
  const lengths = lengthless > 0 ? `, ${counted(lengthless, 'length')} still to read` : ''
  return `${files}${lengths}, read ${span(ageMs)} ago`
}

export const marked = (count: number): string => `${numeral(count)} marked`
export const tooManyMarked = (most: number): string => `Mark at most ${numeral(most)} to encode them.`
export const frames = (rate: number): string => `${numeral(rate)} fps`
export const percent = (progress: number): string => `${numeral(Math.round(progress))} %`
export const loudness = (lufs: number): string => `${numeral(lufs)} LUFS`

export function noFileFound(find: string, read: number, total: number): StateWords {
  const headline = find ? `No file is called “${find}”` : 'No file is in that state'
  return { headline, now: `${numeral(read)} of ${numeral(total)} files read.`, todo: null }
}

/** The loudness difference (LU) from which a listener reaches for the volume. */
const HEARD_LU = 4

/** A file's state, and what to do if it cannot be used. @param apart how much louder than usual it is, in LU */
export function fileState(errors: readonly string[], warnings: readonly string[], apart = 0): string {
  if (errors.includes('transfer_failed')) return 'Import failed: import it again'
  if (errors.includes('import_in_progress')) return 'Importing'
  if (errors.includes('encoding_in_progress')) return 'Encoding'
  if (errors.length > 0) return `Encode it: ${fileIssues(errors)}`
  const notes = [
    Math.abs(apart) >= HEARD_LU &&
      `${numeral(Math.round(Math.abs(apart)))} dB ${apart > 0 ? 'louder' : 'quieter'} than most`,
    warnings.length > 0 && fileIssues(warnings),
  ]
  const told = notes.filter((note) => note !== false)
  return told.length > 0 ? `Usable: ${told.join(', ')}` : 'Usable'
}

export const encodingAt = (progress: number | null): string =>
  progress === null ? 'Encoding' : `Encoding ${percent(progress)}`
export const readAgo = (ageMs: number): string => `read ${span(ageMs)} ago`

export const IMPORT_STATES = {
  waiting: 'Waiting',
  sending: 'Starting',
  running: 'Importing',
  done: 'Imported',
  failed: 'Could not be imported',
  notKnown: 'Not known',
} as const

/** Activity in the background, in one line. */
export function underWay(imports: number, failed: number, encodes: number, done = 0): string {
  const parts = [
    imports > 0 && `${numeral(imports)} importing`,
    failed > 0 && `${numeral(failed)} failed`,
    encodes > 0 && `${numeral(encodes)} encoding`,
    done > 0 && imported(done),
  ]
  return inARow(parts.filter((part) => part !== false))
}

/** What was imported since the list was last cleared. */
export const imported = (count: number): string => `${numeral(count)} imported`

/** Retries an import as another kind. */
export const importAs = (kind: keyof typeof KIND_NAMES): string => `Import as ${KIND_NAMES[kind].toLowerCase()}`

export const importsOf = (waiting: number): string =>
  `${numeral(waiting)} waiting. They import one at a time, even with this window closed.`

export const IMPORT_FORM = {
  links: 'Links, one a line',
  linksOrFiles: 'Links or files of this computer, one a line',
  choose: 'Choose files…',
  inPlace: 'Leave files where they are',
  inPlaceHint: 'Nothing is copied. One that is moved or deleted stops playing.',
  linksOnly: 'This service imports from links only. Upload files in its studio.',
  notTold: 'A browser does not say where a file is. Type its full path under Import, or drop it on the Cuelight app.',
  kind: 'What they are',
  anyKind: 'As each file is',
  folder: 'Into folder',
  noFolder: 'No folder',
  later: 'They import one at a time, even with this window closed.',
} as const

/** @param local this computer's files are accepted too */
export const nothingToImport = (local: boolean): string =>
  local ? 'Paste at least one link, or the full path of a file.' : 'Paste at least one http or https link.'

export const importCount = (count: number): string =>
  count === 0 ? LIBRARY_NAMES.import : `Import ${counted(count, 'file')}`

/**
 * Which lines are not links, and how many links exceed the limit.
 * @param local this computer's files are accepted too
 */
export function linesText(
  { taken, local }: { taken: number; local: boolean },
  badLines: readonly number[],
  tooMany: number,
): string {
  const shown = badLines.slice(0, 5).map(numeral).join(', ')
  const more = badLines.length > 5 ? ` and ${numeral(badLines.length - 5)} more` : ''
  const bad =
    badLines.length > 0 ? ` ${local ? 'Neither a link nor a full path' : 'Not a link'}: line ${shown}${more}.` : ''
  const left = tooMany > 0 ? ` The queue has no room for ${numeral(tooMany)} more; they stay here.` : ''
  return `${capitalised(counted(taken, local ? 'file' : 'link'))}.${bad}${left}`
}

export const RENAME_WORDS = {
  pattern: 'New name',
  hint: '{name} is the current name, {number} counts up. The extension stays.',
  before: 'Now',
  after: 'New',
  same: 'unchanged',
  empty: 'needs a name',
  taken: 'name used twice',
} as const

export const renameCount = (count: number): string => `Rename ${counted(count, 'file')}`
export const notRenamed = (why: string): string => `Not renamed: ${asSentence(why)}`
