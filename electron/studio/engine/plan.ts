/**
 * What the engine is given, again and again, in full: which broadcasts run, what plays in each and when, and where it
 * goes. It decides none of that. Times are ms relative to the sending of the message.
 */
import * as z from 'zod'

/** Why a file is not sent whose copy is still to come, in words without a full stop: screens know it (`isNotReady`). */
export const NOT_YET = 'there is no play copy of it yet'

const id = z.string().min(1)

const PlannedPlay = z.object({
  /** The same in every plan that has this play; every other play has another one, also of the same file. */
  id,
  /** The play copy to read. Null: the file has none, so the slate is shown. */
  path: z.string().nullable(),
  /** Why there is no path, or only that of another volume; null: it is to come, or it is there. */
  why: z.string().nullable(),
  startsIn: z.number(),
  /** Null: until something replaces it. */
  endsIn: z.number().nullable(),
})

const PlannedPicture = PlannedPlay.extend({
  /** Its own sound is not heard. */
  isSilent: z.boolean(),
  /** The layers that were composed into it, with all that is to be heard: no other sound is. Null: it is a file as it is. */
  layers: z.array(id).max(1_000).nullable(),
})

const PlannedSound = PlannedPlay.extend({
  /** The play with which it keeps time, as the sound of the same file at another volume. Null: the clock alone. */
  with: id.nullable(),
  /** The plays with which it is not heard: the background of a picture must not take the place of its sound. */
  notWith: z.array(id).max(1_000),
  /** An audio playlist is heard in it. */
  isPlaylist: z.boolean(),
})

const Target = z.object({
  destinationId: id,
  /** `rtmp:` or `rtmps:`, without the stream key; `watch:`, the studio's own watch page. */
  url: z.string(),
  /** Null: it is not known yet, so the destination waits. */
  key: z.string().nullable(),
})

const Broadcast = z.object({
  liveId: id,
  /** What plays now and next, in order; of two that are due, the first is shown. Where nothing does, the slate is. */
  plays: z.array(PlannedPicture).max(1_000),
  /** What is heard instead of their own sound, the more important first: of two that are due, the first is heard. */
  sounds: z.array(PlannedSound).max(2_000),
  targets: z.array(Target).max(100),
  /** The slate; null: there is none, so where nothing plays nothing is sent. */
  slate: z.string().nullable(),
})

export const EnginePlan = z.object({
  /** The wall clock at its sending: a message waits while a process starts, or is busy. */
  sentAt: z.number(),
  broadcasts: z.array(Broadcast).max(1_000),
})
export type EnginePlan = z.output<typeof EnginePlan>
export type PlannedBroadcast = EnginePlan['broadcasts'][number]
export type Target = z.output<typeof Target>

export const TargetState = z.object({
  liveId: id,
  destinationId: id,
  /** LIVE: the server accepted the stream, and pictures are sent. WAIT: not yet, or again. FAILED: not until something changes. */
  state: z.enum(['LIVE', 'WAIT', 'FAILED']),
  /** As the contract has them. */
  error: z.enum(['AUTH_ERROR', 'CONNECTION_ERROR', 'STREAM_ERROR']).nullable(),
  /** What happened, in words, without the key. */
  message: z.string().nullable(),
  /** How often the connection was made anew. */
  reconnects: z.number(),
  /** Pictures and sounds that were left out, because the server was too slow. */
  dropped: z.number(),
  /** Everything that was sent, over all connections. */
  bytes: z.number(),
})
export type TargetState = z.output<typeof TargetState>

/** What a broadcast really sends. */
export const BroadcastState = z.object({
  liveId: id,
  /** Null: the slate. */
  path: z.string().nullable(),
  /** As in the plan. */
  layers: z.array(id).nullable(),
  /** Why the file that should play does not; null: it does. Another one that is due may be shown instead. */
  trouble: z.string().nullable(),
  /** The play copy that is in trouble; null: none is. */
  failed: z.string().nullable(),
  /** The same for what is heard instead of the own sound of what is seen; `path` null: that sound, or silence. */
  sound: z.object({
    path: z.string().nullable(),
    trouble: z.string().nullable(),
    failed: z.string().nullable(),
    /** An audio playlist is heard in it. */
    isPlaylist: z.boolean(),
  }),
})
export type BroadcastState = z.output<typeof BroadcastState>

export const EngineReport = z.object({ targets: z.array(TargetState), broadcasts: z.array(BroadcastState) })
export type EngineReport = z.output<typeof EngineReport>
