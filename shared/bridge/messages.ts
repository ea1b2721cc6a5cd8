/**
 * The messages between a client and the core. Down: a snapshot, then patches, each with the revision it leads to. Up:
 * commands, each with one outcome in return. Pages validate messages with hand-written code
 * (`renderer/bridge/received.ts`), because zod would be a seventh of the script they run before the first paint.
 */
// zod/mini, because the schemas of outcomes and failures are made with it.
import * as z from 'zod/mini'
import { SCOPES } from '../control/scopes.ts'
import { Failure } from '../failures.ts'
import { Outcome } from '../outcome.ts'
import type { AppState } from '../state.ts'
import { plainName, shownText } from '../util/plainName.ts'
import { DOWNLOADS, type Download } from './bridge.ts'

/** Specifies one of several files of a download. */
export const DownloadAbout = z.string().check(z.minLength(1), z.maxLength(200))

/** A name that a person can read, and that changes nothing around it. */
export const AgentName = z
  .string()
  .check(z.overwrite(plainName), z.minLength(1), z.maxLength(60), z.refine(shownText))

const commandId = z.string().check(z.minLength(1), z.maxLength(100))

export const ClientMessage = z.discriminatedUnion('type', [
  /**
   * The sender makes `id`: a repeated id is the same command, and gets the same outcome. `at`: when it was pressed, by
   * the core's clock. `input`: a MIDI pad of a page was pressed, which has a source of its own and may do less than the
   * page.
   */
  z.strictObject({
    type: z.literal('command'),
    id: commandId,
    command: z.unknown(),
    at: z.optional(z.number()),
    input: z.optional(z.literal('midi')),
  }),
  z.strictObject({ type: z.literal('visible'), visible: z.boolean() }),
  /** Requests a snapshot, and patches from then on: at first, or after a patch that did not fit. */
  z.strictObject({ type: z.literal('resync') }),
  /** Reads through the core's cache. The response is `answer` or `noAnswer`. */
  z.strictObject({
    type: z.literal('query'),
    id: commandId,
    name: z.string(),
    input: z.unknown(),
    again: z.optional(z.boolean()),
  }),
  /** Requests an address from which a file can be fetched once. The response is `downloadAddress`, panel only. */
  z.strictObject({
    type: z.literal('download'),
    id: commandId,
    download: z.enum(Object.keys(DOWNLOADS) as [Download]),
    about: z.nullable(DownloadAbout),
  }),
  /** Requests an address at which the picture of what is on air can be fetched once. The response is `downloadAddress`. */
  z.strictObject({
    type: z.literal('preview'),
    id: commandId,
    projectId: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  /** Requests a new address that opens the panel. Only the per-user socket responds to it. */
  z.strictObject({ type: z.literal('panelAddress') }),
  /**
   * From now on an agent is at the other end: its commands have the source `agent` and this name, which the user gave
   * it. Only the per-user socket accepts it, and nothing takes it back. The response is `agent`: whoever does not
   * send it does not know agents, and must be sent nothing else.
   */
  z.strictObject({ type: z.literal('agent'), name: AgentName }),
  /**
   * Opens a deep link. Whatever the transport, its command has the source `link` and can only arm. The response is an
   * outcome.
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
  z.object({ type: z.literal('agent') }),
  /** The first message to a phone: what it may do, and after how long without a word all it shows is stale, in ms. */
  z.object({ type: z.literal('phone'), name: z.string(), scope: z.enum(SCOPES), staleMs: z.number() }),
  /** Says that nothing has changed. Only phones hear it. */
  z.object({ type: z.literal('alive') }),
  z.object({
    type: z.literal('snapshot'),
    revision: z.number(),
    /** The core's wall clock, in ms: ages are computed from it. */
    now: z.optional(z.number()),
    state: z.custom<AppState>((value) => typeof value === 'object' && value !== null),
  }),
  z.object({
    type: z.literal('patch'),
    base: z.number(),
    revision: z.number(),
    now: z.optional(z.number()),
    patches: z.array(patch),
  }),
  z.object({ type: z.literal('outcome'), id: commandId, outcome: Outcome }),
  z.object({ type: z.literal('panelAddress'), address: z.string() }),
  z.object({ type: z.literal('downloadAddress'), id: commandId, address: z.string() }),
  z.object({ type: z.literal('answer'), id: commandId, value: z.unknown(), readAt: z.number() }),
  /** The read failed: why, in words, and how the service failed if it was involved. */
  z.object({ type: z.literal('noAnswer'), id: commandId, why: z.string(), failure: z.nullable(Failure) }),
  /** What may be outdated: clients that show one of these read it again. */
  z.object({ type: z.literal('touched'), names: z.array(z.string()), projectId: z.nullable(z.string()) }),
  /** A message was invalid: which field, and why. */
  z.object({ type: z.literal('invalid'), id: z.nullable(commandId), field: z.string(), message: z.string() }),
])
export type ServerMessage = z.output<typeof ServerMessage>
