/** What plays, as a programme guide: a lane per layer, and when scenes follow each other. Pure; times are wall ms. */
import type { ForecastItem } from '../query/views.ts'

export interface Block {
  key: string
  from: number
  /** Null: its length is unknown. */
  until: number | null
  /** Null: the list is shuffled, so its order is unknown. */
  name: string | null
  isKnown: boolean
}

export interface Lane {
  layerId: string
  layerName: string | null
  sceneName: string | null
  blocks: Block[]
}

interface SceneSpan {
  key: string
  name: string | null
  from: number
  /** Null: no other scene follows. */
  until: number | null
}

/** Merges consecutive rounds of a shuffled list, because nothing distinguishes them. In order of time. */
export function withoutRounds(items: readonly ForecastItem[]): ForecastItem[] {
  const last = new Map<string, ForecastItem>()
  const folded: ForecastItem[] = []
  for (const item of items) {
    const before = last.get(item.layerId)
    if (item.name === null && before?.name === null && before.until === item.at) {
      before.until = item.until
      continue
    }
    const own = { ...item }
    last.set(item.layerId, own)
    folded.push(own)
  }
  return folded
}

/** @param items what plays, after `withoutRounds` */
export function lanesOf(items: readonly ForecastItem[]): Lane[] {
  return [...Map.groupBy(items, ({ layerId }) => layerId)].map(([layerId, those]) => ({
    layerId,
    layerName: those[0]?.layerName ?? null,
    sceneName: those[0]?.sceneName ?? null,
    blocks: those.map(({ at, until, name, isKnown }) => ({
      key: `${at} ${name}`,
      from: Date.parse(at),
      until: until === null ? null : Date.parse(until),
      ...{ name, isKnown },
    })),
  }))
}

/** When each scene is on air. */
export function scenesOf(items: readonly ForecastItem[]): SceneSpan[] {
  const spans: SceneSpan[] = []
  let scene: string | null = null
  for (const { sceneId, sceneName: name, at } of items) {
    if (sceneId === scene) continue
    scene = sceneId
    const from = Date.parse(at)
    const before = spans.at(-1)
    if (before) before.until = from
    spans.push({ key: `${sceneId} ${at}`, name, from, until: null })
  }
  return spans
}
