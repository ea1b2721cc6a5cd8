/**
 * When a list plays what, and where its end leads: pure, computed from the time at which it began. The studio plays by
 * these rules, and the forecast uses them. Times are wall ms.
 */
import type * as z from 'zod'
import type { Layer } from '../contract/records.ts'

export interface TimedItem {
  readonly playlistItemId: string
  /** Seconds. Null: unknown; it plays until it is replaced, as an image does. */
  readonly duration?: number | null | undefined
}

/** A playlist, or a single video as a list of one. */
export interface TimedLayer<I extends TimedItem = TimedItem> {
  readonly id: string
  readonly type: string
  readonly items: readonly I[]
  readonly loop: boolean
  /** The service chooses the order of each round: nothing else knows it. */
  readonly shuffle: boolean
  readonly nextScene: string | null
  readonly hide?: boolean
  /** False: the user stopped its playback. */
  readonly isPlaying?: boolean
}

export interface TimedScene<L extends TimedLayer = TimedLayer> {
  readonly id: string
  readonly layers: readonly L[]
}

/** A layer as the service reports it, items read in full. A single video has no item there: its file stands in. */
export function timedLayer({ settings, ...layer }: z.input<typeof Layer>): TimedLayer<FileItem> {
  const { files, fileId, duration, loop, shuffle, nextScene } = settings
  const items = files ?? (fileId ? [{ playlistItemId: fileId, fileId, duration }] : [])
  const list = { items, loop: loop ?? false, shuffle: shuffle ?? false, nextScene: nextScene ?? null }
  return { id: layer.id, type: layer.type, hide: layer.hide ?? false, ...list }
}
type FileItem = TimedItem & { readonly fileId: string; readonly name?: string | null | undefined }

/** One playing of an item. */
export interface Play<I extends TimedItem> {
  readonly item: I
  readonly startedAt: number
  /** Infinity: until something replaces it. */
  readonly endsAt: number
  /** It is the first item of a repeated round. */
  readonly isSeam: boolean
}

/** How long an item plays, in whole ms so that long sums stay exact; infinity: its length is unknown. */
export const lengthOf = ({ duration }: TimedItem): number =>
  duration && duration > 0 ? Math.max(1, Math.round(duration * 1_000)) : Number.POSITIVE_INFINITY

/** How long a list takes to play once, in ms. */
export const roundOf = ({ items }: Pick<TimedLayer, 'items'>): number =>
  items.reduce((sum, item) => sum + lengthOf(item), 0)

/** The layers of a scene that play automatically once it is on air. */
export const listsOf = <L extends TimedLayer>(scene: TimedScene<L> | undefined): readonly L[] =>
  scene?.layers.filter(({ items, isPlaying }) => items.length > 0 && isPlaying !== false) ?? []

/**
 * What a list plays from a time on, one item after the other, endlessly if it loops. Rounds that are over are skipped,
 * not iterated.
 *
 * @param start when it began, and with which item
 * @param inRound the order of a round, if it has its own; rounds count from 0
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

/** How many whole rounds are over after a time; 0 if a round has no end. */
export const roundsIn = (ms: number, roundMs: number): number =>
  Number.isFinite(ms) && Number.isFinite(roundMs) ? Math.max(0, Math.floor(ms / roundMs)) : 0

type Scenes = readonly { readonly id: string }[]

/** Does the end of this list switch to another existing scene? */
export const leadsOn = ({ loop, nextScene }: TimedLayer, scenes: Scenes): boolean =>
  nextScene !== null && !loop && scenes.some(({ id }) => id === nextScene)

/** The next scene and its time: of several chained lists, the first to end decides. Undefined: no automatic switch. */
export function firstChain(
  runs: readonly { readonly layer: TimedLayer; readonly endsAt: number }[],
  scenes: Scenes,
): { sceneId: string; at: number } | undefined {
  const [first] = runs
    .filter(({ layer, endsAt }) => Number.isFinite(endsAt) && leadsOn(layer, scenes))
    .sort((one, other) => one.endsAt - other.endsAt)
  return first?.layer.nextScene ? { sceneId: first.layer.nextScene, at: first.endsAt } : undefined
}
