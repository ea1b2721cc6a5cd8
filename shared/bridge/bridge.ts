/**
 * How a window, a panel or a program talks to the core. One interface, several carriers: WebSocket, IPC, socket.
 * What is said is in `messages.ts`.
 */
import type { CommandInput } from '../commands/commands.ts'
import type { Outcome } from '../outcome.ts'
import type { Queried, QueryAnswer, QueryInput, Reading, Touched } from '../query/query.ts'
import type { AppState } from '../state.ts'

export interface Bridge {
  /** Calls back with each state as it comes, the core's time (wall ms) with it, and with how the link stands. Answers what ends it. */
  subscribe(onState: (state: AppState, now?: number) => void, onLink: (link: LinkStatus) => void): () => void
  /** Sends a command; rejects only when the link ends before an outcome came. */
  send(command: CommandInput): Promise<Outcome>
  /** Tells whether a person can see this view: background reading is slower for nobody. */
  setVisible(visible: boolean): void
  /**
   * Hands a file of Cuelight's to the person: none of them holds a secret. Answers in plain words what became of it;
   * null: the person changed their mind. Rejects when it cannot.
   *
   * @param about which one, where there are several: a show
   */
  save(download: Download, about?: string): Promise<string | null>
  /**
   * Reads through the core's cache: any read of the contract, or what Cuelight itself can tell. Rejects with a
   * `QueryError`, or when the link ends.
   *
   * @param again a person has an answer already: this one may wait, and is newer
   */
  query<Name extends Queried>(
    name: Name,
    input: QueryInput<Name>,
    again?: boolean,
  ): Promise<Reading<QueryAnswer<Name>>>
  /** Where a file lies that the person dropped or chose; empty where it lies nowhere. A browser does not tell. */
  pathOf?(file: object): string
  /** What this browser is let in with, by its id; null: it is not. The desktop app's own windows need none. */
  sessionId?(): string | null
  /** Calls back with what may have changed since it was read. Answers what ends it. */
  onTouched(listener: (touched: Touched) => void): () => void
}

/** Files that Cuelight hands out: settings to take elsewhere, all that helps somebody to help, the contract, a show. */
export const DOWNLOADS = {
  settings: { file: 'cuelight-settings.json', type: 'application/json' },
  support: { file: 'cuelight-support.zip', type: 'application/zip' },
  openapi: { file: 'openapi.json', type: 'application/json' },
  /** These two are of one show: the one named, or the last. */
  report: { file: 'cuelight-show.html', type: 'text/html; charset=utf-8' },
  reportCsv: { file: 'cuelight-show.csv', type: 'text/csv; charset=utf-8' },
  /** These two are of one past broadcast, told as `broadcastFile.ts` writes it. */
  statisticsCsv: { file: 'cuelight-statistics.csv', type: 'text/csv; charset=utf-8' },
  playedCsv: { file: 'cuelight-played-files.csv', type: 'text/csv; charset=utf-8' },
} as const
export type Download = keyof typeof DOWNLOADS

/** `refused`: the address lets nobody in any more. `accessEnded`: this page was let in before, and is not any more. */
export type LinkStatus = 'connecting' | 'up' | 'lost' | 'refused' | 'accessEnded'
/** Nothing to wait for: a person has to open a new address. */
export const isShutOut = (link: LinkStatus) => link === 'refused' || link === 'accessEnded'

/** Where the panel's WebSocket is, beside its page. */
export const BRIDGE_PATH = '/bridge'
/** WebSocket close code: this is no session of ours. Believed for good only of a core that has proved itself. */
export const NO_SESSION = 4401

/** The largest message taken from a client, in bytes. */
export const LARGEST_MESSAGE = 64 * 1024
