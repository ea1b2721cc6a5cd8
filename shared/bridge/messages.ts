/**
 * What a client and the core say to each other. Down: a snapshot, then patches, each with the revision it leads to. Up:
 * commands, each answered by one outcome. A page checks what comes by hand (`renderer/bridge/received.ts`): zod would be a
 * seventh of what it runs before the first picture.
 */
// The small edition of zod, as the schemas of outcomes and failures are made with it.
import * as z from 'zod/mini'
import { Failure } from '../failures.ts'
import { Outcome } from '../outcome.ts'
import type { AppState } from '../state.ts'
import { DOWNLOADS, type Download } from './bridge.ts'

/** What may name one of several files that are handed out. */
export const DownloadAbout = z.string().check(z.minLength(1), z.maxLength(200))

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
    /** The core's wall clock, in ms: ages are told by it. */
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
  /** It could not be read: why, in words, and how the service failed where it was asked. */
  z.object({ type: z.literal('noAnswer'), id: commandId, why: z.string(), failure: z.nullable(Failure) }),
  /** What may have changed: whoever shows one of these reads it again. */
  z.object({ type: z.literal('touched'), names: z.array(z.string()), projectId: z.nullable(z.string()) }),
  /** A message was not understood; which field, and why. */
  z.object({ type: z.literal('invalid'), id: z.nullable(commandId), field: z.string(), message: z.string() }),
])
export type ServerMessage = z.output<typeof ServerMessage>
