/**
 * How a window, a panel or a program talks to the core. One interface, several transports: WebSocket, IPC, socket.
 * The messages are in `messages.ts`.
 */
import type { CommandInput } from '../commands/commands.ts'
import type { Paired } from '../control/scopes.ts'
import type { Outcome } from '../outcome.ts'
import type { Queried, QueryAnswer, QueryInput, Reading, Touched } from '../query/query.ts'
import type { AppState } from '../state.ts'

export interface Bridge {
  /**
   * Calls back with states, each with the core's time (wall ms), and with the link's status. Returns how to
   * unsubscribe.
   */
  subscribe(onState: (state: AppState, now?: number) => void, onLink: (link: LinkStatus) => void): () => void
  /**
   * Sends a command; rejects only if the link ends before the outcome arrives.
   *
   * @param at when the user pressed, by the core's clock, in wall ms: read seconds later, it is refused
   * @param input a MIDI pad was pressed, and nothing of the page
   */
  send(command: CommandInput, at: number, input?: 'midi'): Promise<Outcome>
  /** Reports whether this view is visible: background reads slow down while none is. */
  setVisible(visible: boolean): void
  /**
   * Saves one of Cuelight's files for the user: none contains a secret. Resolves with the result in plain words; null:
   * the user cancelled. Rejects if it fails.
   *
   * @param about which one, if there are several: a show
   */
  save(download: Download, about?: string): Promise<string | null>
  /**
   * Reads through the core's cache: any read of the contract, or what Cuelight itself can tell. Rejects with a
   * `QueryError`, or when the link ends.
   *
   * @param again the user already has a result: this read has lower priority, and must be newer
   */
  query<Name extends Queried>(
    name: Name,
    input: QueryInput<Name>,
    again?: boolean,
  ): Promise<Reading<QueryAnswer<Name>>>
  /**
   * The path of a file the user dropped or chose; empty if it has none. Browsers, which hide paths, lack this method.
   */
  pathOf?(file: object): string
  /** Calls back if this page is on a phone, with what that phone may do. */
  onPhone?(listener: (phone: Paired) => void): void
  /** The id of this browser's session; null: it has none. The desktop app's own windows need none. */
  sessionId?(): string | null
  /**
   * Requests an address, on the page's own origin, at which the picture of what the local studio has on air can be
   * fetched once. It responds with an error if there is none.
   */
  preview?(projectId: string): Promise<string>
  /** Calls back with the reads that may be outdated. Returns a function that unsubscribes. */
  onTouched(listener: (touched: Touched) => void): () => void
}

/** Files that Cuelight offers: settings to move elsewhere, a support bundle, the contract, a show. */
export const DOWNLOADS = {
  settings: { file: 'cuelight-settings.json', type: 'application/json' },
  support: { file: 'cuelight-support.zip', type: 'application/zip' },
  openapi: { file: 'openapi.json', type: 'application/json' },
  /** These two belong to one show: the one named, or the last. */
  report: { file: 'cuelight-show.html', type: 'text/html; charset=utf-8' },
  reportCsv: { file: 'cuelight-show.csv', type: 'text/csv; charset=utf-8' },
  /** These two belong to one past broadcast, specified as `broadcastFile.ts` encodes it. */
  statisticsCsv: { file: 'cuelight-statistics.csv', type: 'text/csv; charset=utf-8' },
  playedCsv: { file: 'cuelight-played-files.csv', type: 'text/csv; charset=utf-8' },
} as const
export type Download = keyof typeof DOWNLOADS

/** `refused`: the address does not give access any more. `accessEnded`: this page had access, and lost it. */
export type LinkStatus = 'connecting' | 'up' | 'lost' | 'refused' | 'accessEnded'
/** Waiting will not help: the user has to open a new address. */
export const isShutOut = (link: LinkStatus) => link === 'refused' || link === 'accessEnded'

/** The path of the panel's WebSocket, next to its page. */
export const BRIDGE_PATH = '/bridge'
/** WebSocket close code: unknown session. Accepted as final only from a core that has proved its identity. */
export const NO_SESSION = 4401

/** The largest message accepted from a client, in bytes. */
export const LARGEST_MESSAGE = 64 * 1024
