/** What the local studio really broadcasts, where to, and how that goes: as its administration reports it. */
import * as z from 'zod'

const id = z.string().min(1)
const count = z.number().int()

/** A server of the user's own. Its stream key is never part of it. */
export const OwnServer = z.object({
  destinationId: id,
  name: z.string(),
  url: z.string(),
  /** The studio has its stream key. Without one, nothing is sent to it. */
  hasKey: z.boolean(),
  /** Names of projects that have it as a destination, five at most: while there are any, it cannot be removed. */
  projects: z.array(z.string()),
})
export type OwnServer = z.output<typeof OwnServer>

/** One destination of a running broadcast. */
export const SentTo = z.object({
  projectId: id,
  destinationId: id,
  /** LIVE: pictures arrive. WAIT: not yet, or again. FAILED: not until something changes. */
  state: z.enum(['LIVE', 'WAIT', 'FAILED']),
  /** What happened, in words; null: nothing did. */
  message: z.string().nullable(),
  /** How often the connection was lost in the last five minutes. An outage is one loss, however often it was tried again. */
  reconnects: count,
  /** Pictures and sounds that were left out in the last five minutes, because the connection was too slow. */
  dropped: count,
  /** Thousands of bits a second, in hundreds; null: nothing is sent, or it is not known yet. */
  kbps: z.number().nullable(),
})
export type SentTo = z.output<typeof SentTo>

/** A file that should be on air and is not. */
export const NotShown = z.object({
  projectId: id,
  /** Its name; null: not known any more. */
  file: z.string().nullable(),
  /** In words, without a full stop. */
  why: z.string(),
  /** Viewers see the playlist without it, in the whole frame. Left out: they see the slate. */
  isPlaylistAlone: z.literal(true).optional(),
})
export type NotShown = z.output<typeof NotShown>

/** A sound that is not heard, or not at its volume. */
export const NotHeard = z.object({
  projectId: id,
  /** In words, without a full stop. */
  why: z.string(),
})
export type NotHeard = z.output<typeof NotHeard>

export const Broadcasting = z.object({
  servers: z.array(OwnServer),
  sentTo: z.array(SentTo),
  notShown: z.array(NotShown),
  /** Left out by a studio of an earlier version. */
  notHeard: z.array(NotHeard).default([]),
  /** How often the engine had to be restarted in the last five minutes, with something on air. */
  engineRestarts: count,
  /** Bytes left on the disk of the media; null: enough, or nothing is broadcast. */
  diskLeft: z.number().nullable(),
})
export type Broadcasting = z.output<typeof Broadcasting>

/** As long as nothing is broadcast; also what a studio of an earlier version is taken to report. */
export const NO_BROADCASTING: Broadcasting = {
  ...{ servers: [], sentTo: [], notShown: [], notHeard: [] },
  ...{ engineRestarts: 0, diskLeft: null },
}
