/** Queries that Cuelight answers itself, and texts for views composed of many reads. */
import type { LocalQueryName } from '../../query/query.ts'
import { numeral } from '../format.ts'

export const VIEW_WORDS = {
  /** The underlying list could not be read completely. */
  listNotWhole: 'The list kept changing while it was read, or is too long.',
  /** e.g. "17 of 300 read so far." */
  partial: (read: number, of: number) => `${numeral(read)} of ${numeral(of)} read so far.`,
} as const

/** Each local query in one sentence. */
export const LOCAL_QUERY_WORDS: Readonly<Record<LocalQueryName, string>> = {
  showReport: 'Tells what happened in a show; the last one, unless you name another.',
  unsyncedChanges: 'Lists what viewers of the project do not see yet.',
  openWork: 'Lists changes of several requests that are under way or half done, and what each waits for.',
  imports: 'Lists the import queue.',
  panelSessions: 'Lists the browsers that are let into the panel.',
  phones: 'Lists the phones that are let in, and where they connect to.',
  pairings: 'Lists the control surfaces and programs that are paired.',
  thisComputer: 'Tries what Cuelight needs of this computer, and tells what works and what does not.',
  projectNamed: 'Tells which project has that name now: it is read, not remembered.',
  allSchedules: 'Lists the scheduled broadcasts of all projects, the next one first.',
  runningBroadcasts: 'Lists what is preparing or on air, in all projects.',
  lastShows: 'Lists the last broadcasts of the first 30 projects, the newest first.',
  filesWithDurations: 'Lists files of the account with how long they are.',
  whatPlays: 'Tells what plays in the coming hours, and what ends it: known and estimated.',
  projectContent: 'Reads all scenes of the project, and the layers of one of them with their files.',
}
