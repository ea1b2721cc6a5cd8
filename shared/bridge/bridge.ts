/**
 * How a window, a panel or a program talks to the core. One interface, several carriers: WebSocket, IPC, socket.
 * Down: a snapshot, then patches, each with the revision it leads to. Up: commands, each answered by one outcome.
 */
// The small edition of zod: each page loads these schemas at first.
import * as z from 'zod/mini'
import type { CommandInput } from '../commands/commands.ts'
import { Failure } from '../failures.ts'
import { Outcome } from '../outcome.ts'
import type { Queried, QueryAnswer, QueryInput, Reading, Touched } from '../query/query.ts'
import type { AppState } from '../state.ts'

export interface Bridge {
  /** Calls back with each state as it comes, and with how the link stands. Answers what ends it. */
  subscribe(onState: (state: AppState) => void, onLink: (link: LinkStatus) => void): () => void
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

/** What may name one of several files that are handed out. */
export const DownloadAbout = z.string().check(z.minLength(1), z.maxLength(200))

/** `refused`: the core does not know this session. */
export type LinkStatus = 'connecting' | 'up' | 'lost' | 'refused'

/** Where the panel's WebSocket is, beside its page. */
export const BRIDGE_PATH = '/bridge'
/** WebSocket close code: this is no session of ours. Believed for good only of a core that has proved itself. */
export const NO_SESSION = 4401

/** The largest message taken from a client, in bytes. */
export const LARGEST_MESSAGE = 64 * 1024

const commandId = z.string().check(z.minLength(1), z.maxLength(100))

export const ClientMessage = z.discriminatedUnion('type', [
  /** `id` is made by the sender: the same id twice is the same command, answered with the same outcome. */
  z.strictObject({ type: z.literal('command'), id: commandId, command: z.unknown() }),
  z.strictObject({ type: z.literal('visible'), visible: z.boolean() }),
  /** Asks for a snapshot, and for patches from then on: the first time, or after a patch that did not fit. */
  z.strictObject({ type: z.literal('resync') }),
  /** Reads through the core's cache. Answered with `answer` or `noAnswer`. */
  z.strictObject({
    type: z.literal('query'),
    id: commandId,
    name: z.string(),
    input: z.unknown(),
    again: z.optional(z.boolean()),
  }),
  /** Asks for an address to fetch a file from, once. Answered with `downloadAddress`, on the panel only. */
  z.strictObject({
    type: z.literal('download'),
    id: commandId,
    download: z.enum(Object.keys(DOWNLOADS) as [Download]),
    about: z.nullable(DownloadAbout),
  }),
  /** Asks for a new address that opens the panel. Answered on the per-user socket only. */
  z.strictObject({ type: z.literal('panelAddress') }),
  /**
   * Opens a deep link. Whatever carries it, what it asks for counts as asked by a link: that can only arm. Answered like
   * a command.
   */
  z.strictObject({ type: z.literal('link'), id: commandId, url: z.string() }),
])
export type ClientMessage = z.output<typeof ClientMessage>

const patch = z.object({
  op: z.enum(['replace', 'remove', 'add']),
  path: z.array(z.union([z.string(), z.number()])),
  value: z.optional(z.unknown()),
})
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    revision: z.number(),
    state: z.custom<AppState>((value) => typeof value === 'object' && value !== null),
  }),
  z.object({ type: z.literal('patch'), base: z.number(), revision: z.number(), patches: z.array(patch) }),
  z.object({ type: z.literal('outcome'), id: commandId, outcome: Outcome }),
  z.object({ type: z.literal('panelAddress'), address: z.string() }),
  z.object({ type: z.literal('downloadAddress'), id: commandId, address: z.string() }),
  z.object({ type: z.literal('answer'), id: commandId, value: z.unknown(), readAt: z.number() }),
  /** It could not be read: why, in words, and how the service failed where it was asked. */
  z.object({ type: z.literal('noAnswer'), id: commandId, why: z.string(), failure: z.nullable(Failure) }),
  /** What may have changed: whoever shows one of these reads it again. */
  z.object({ type: z.literal('touched'), names: z.array(z.string()), projectId: z.nullable(z.string()) }),
  /** A message was not understood; which field, and why. */
  z.object({ type: z.literal('invalid'), id: z.nullable(commandId), field: z.string(), message: z.string() }),
])
export type ServerMessage = z.output<typeof ServerMessage>
