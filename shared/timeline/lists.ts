/**
 * When a list plays what, and where its end leads: pure, computed from the time at which it began. The studio plays by
 * it, and what plays when is foretold by it. Times are wall ms.
 */
import type * as z from 'zod'
import type { Layer } from '../contract/records.ts'

export interface TimedItem {
  readonly playlistItemId: string
  /** Seconds. Null: not known; it plays until it is replaced, as a picture would. */
  readonly duration?: number | null | undefined
}

/** A playlist, or a single video as a list of one. */
export interface TimedLayer<I extends TimedItem = TimedItem> {
  readonly id: string
  readonly type: string
  readonly items: readonly I[]
  readonly loop: boolean
  /** The order of each round is the service's: nobody else knows it. */
  readonly shuffle: boolean
  readonly nextScene: string | null
  readonly hide?: boolean
  /** False: a person stopped its playback. */
  readonly isPlaying?: boolean
}

export interface TimedScene<L extends TimedLayer = TimedLayer> {
  readonly id: string
  readonly layers: readonly L[]
}

/** A layer as the service tells it, its items read in full. Of a single video no item is told: its file stands for that. */
export function timedLayer({ settings, ...layer }: z.input<typeof Layer>): TimedLayer<FileItem> {
  const { files, fileId, duration, loop, shuffle, nextScene } = settings
  const items = files ?? (fileId ? [{ playlistItemId: fileId, fileId, duration }] : [])
  const list = { items, loop: loop ?? false, shuffle: shuffle ?? false, nextScene: nextScene ?? null }
  return { id: layer.id, type: layer.type, hide: layer.hide ?? false, ...list }
}
type FileItem = TimedItem & { readonly fileId: string; readonly name?: string | null | undefined }

/** An item as it plays once. */
export interface Play<I extends TimedItem> {
  readonly item: I
  readonly startedAt: number
  /** Infinity: as long as nothing else comes. */
  readonly endsAt: number
  /** It is the first of a round after the first one. */
  readonly isSeam: boolean
}

/** How long an item plays, in whole ms, so that sums of many stay true; infinity: its length is not known. */
export const lengthOf = ({ duration }: TimedItem): number =>
  duration && duration > 0 ? Math.max(1, Math.round(duration * 1_000)) : Number.POSITIVE_INFINITY

/** How long a list takes to play once, in ms. */
export const roundOf = ({ items }: Pick<TimedLayer, 'items'>): number =>
  items.reduce((sum, item) => sum + lengthOf(item), 0)

/** The layers of a scene that play by themselves once it is on air. */
export const listsOf = <L extends TimedLayer>(scene: TimedScene<L> | undefined): readonly L[] =>
  scene?.layers.filter(({ items, isPlaying }) => items.length > 0 && isPlaying !== false) ?? []

/**
 * What a list plays that is not over at a time, one after the other, without an end where it loops. What was over before
 * is not gone through.
 *
 * @param start when it began, and with which item
 * @param inRound its order in a round of its own, counted from 0
 */
export function* playsFrom<I extends TimedItem>(
  { items, loop }: Pick<TimedLayer<I>, 'items' | 'loop'>,
  start: { readonly startedAt: number; readonly place?: number },
  from: number,
  inRound: (round: number) => readonly I[] = () => items,
): Generator<Play<I>, void> {
  let { startedAt, place = 0 } = start
  const wholeMs = roundOf({ items })
  let round = loop ? roundsIn(from - startedAt, wholeMs) : 0
  if (round > 0) startedAt += round * wholeMs
  for (; items.length > 0; round += 1, place = 0) {
    for (const [nth, item] of inRound(round).slice(place).entries()) {
      const endsAt = startedAt + lengthOf(item)
      if (endsAt > from) yield { item, startedAt, endsAt, isSeam: round > 0 && nth + place === 0 }
      if (endsAt === Number.POSITIVE_INFINITY) return
      startedAt = endsAt
    }
    if (!loop) return
  }
}

/** How many whole rounds are over after so long; none, where a round has no end. */
export const roundsIn = (ms: number, roundMs: number): number =>
  Number.isFinite(ms) && Number.isFinite(roundMs) ? Math.max(0, Math.floor(ms / roundMs)) : 0

type Scenes = readonly { readonly id: string }[]

/** Does the end of a list switch to another scene there is? */
export const leadsOn = ({ loop, nextScene }: TimedLayer, scenes: Scenes): boolean =>
  nextScene !== null && !loop && scenes.some(({ id }) => id === nextScene)

/** Where the scene on air leads, and when: of several chained lists, the first to end. Undefined: nowhere, by itself. */
export function firstChain(
  runs: readonly { readonly layer: TimedLayer; readonly endsAt: number }[],
  scenes: Scenes,
): { sceneId: string; at: number } | undefined {
  const [first] = runs
    .filter(({ layer, endsAt }) => Number.isFinite(endsAt) && leadsOn(layer, scenes))
    .sort((one, other) => one.endsAt - other.endsAt)
  return first?.layer.nextScene ? { sceneId: first.layer.nextScene, at: first.endsAt } : undefined
}
