import { SCHEDULING } from '../../../shared/contract/limits.ts'
import type { Answer } from '../../../shared/contract/operations.ts'
import type { QueryInput, Reading } from '../../../shared/query/query.ts'
import type { ForecastItem, ViewAnswers } from '../../../shared/query/views.ts'
import type { AppState } from '../../../shared/state.ts'
import { timedLayer } from '../../../shared/timeline/lists.ts'
import { type PlayedItem, whatPlays } from '../../../shared/timeline/whatPlays.ts'
import type { ViewDependencies } from './parts.ts'
import type { createProjectContent } from './projectContent.ts'

const HOURS = 24
/** At most this many scenes that follow each other; what plays after them is not predicted. */
const MOST_SCENES = 20

export interface ForecastDependencies extends ViewDependencies {
  store: { get(): Pick<AppState, 'meanings'> }
}

type Content = ReturnType<typeof createProjectContent>

export function createForecast({ queries, store }: ForecastDependencies, projectContent: Content) {
  /** The scene a broadcast starts with or is in, and all that its chains lead to, as far as they could be read. */
  async function scenesFrom(projectId: string, first: string | undefined, again: boolean) {
    const { value } = await projectContent({ projectId, sceneId: first }, again)
    const firstId = value.sceneId ?? ''
    const whole = new Map<string, ReturnType<typeof timedLayer>[]>()
    const contentsRead: Answer<'getLayer'>[] = []
    const ahead = new Set([firstId])
    let read = 0
    for (const sceneId of ahead) {
      if (read++ === MOST_SCENES) break
      const { scenes } = sceneId === firstId ? value : (await projectContent({ projectId, sceneId }, again)).value
      const layers = scenes.find(({ id }) => id === sceneId)?.layers ?? []
      const contents = layers.flatMap(({ content }) => content ?? [])
      contentsRead.push(...contents)
      if (contents.length === layers.length) whole.set(sceneId, contents.map(timedLayer))
      for (const { nextScene } of layers) if (nextScene) ahead.add(nextScene)
    }
    const names = new Map(value.scenes.flatMap((scene) => [scene, ...scene.layers]).map(({ id, name }) => [id, name]))
    const scenes = value.scenes.map(({ id }) => ({ id, layers: whole.get(id) ?? [] }))
    return {
      names,
      layers: contentsRead.map(layerOf),
      scenes,
      whole,
      firstId,
      progress: { ...value.progress, read: whole.size, of: ahead.size },
    }
  }

  /** When the broadcast starts or started, and what ends it by force. */
  async function spanOf(projectId: string, live: Answer<'getLive'>, readAt: number, again: boolean) {
    const { value: project } = await queries.read('getProject', { projectId }, again)
    const isLive = live.status === 'LIVE'
    const hasDates = isLive ? project.scheduledLivesCount !== 0 : live.status === 'SCHEDULED'
    const dates = hasDates ? await queries.read('listSchedules', { projectId }, again) : null
    const times = dates?.value.schedules.map(({ scheduledDate }) => Date.parse(scheduledDate)) ?? []
    const since = isLive ? readAt - (live.elapsedSeconds ?? 0) * 1_000 : (times[0] ?? readAt)
    // The date that started this broadcast may still be listed.
    const next = times.find((time) => isLive && time > since + SCHEDULING.preparesAheadMs)
    const { planned, manual } = project.duration
    const seconds = manual ? store.get().meanings.manualEnds : (planned ?? null)
    const remaining = live.remainingSeconds ?? null
    const at = remaining !== null ? readAt + remaining * 1_000 : seconds === null ? null : since + seconds * 1_000
    if (next !== undefined && next < (at ?? Number.POSITIVE_INFINITY))
      return { since, end: { at: next, why: 'schedule' } as const }
    return { since, end: at === null ? null : ({ at, why: manual ? 'service' : 'planned' } as const) }
  }

  /** What plays in the coming hours: in the running broadcast, or in the next, at its date or as if started now. */
  return async function readForecast(
    { projectId, hours = HOURS }: QueryInput<'whatPlays'>,
    again: boolean,
  ): Promise<Reading<ViewAnswers['whatPlays']>> {
    const { value: live, readAt } = await queries.read('getLive', { projectId }, again)
    const isLive = live.status === 'LIVE'
    const { since, end } = await spanOf(projectId, live, readAt, again)
    const { names, layers, scenes, whole, firstId, progress } = await scenesFrom(
      projectId,
      live.onAirSceneId ?? undefined,
      again,
    )
    const from = isLive ? readAt : since
    const onAir = live.onAir?.map((one) => ({ ...one, startedAt: Date.parse(one.startedAt) })) ?? null
    const predicted = whatPlays({
      ...{ scenes, sceneId: firstId, since, from, until: from + hours * 3_600_000, end },
      onAir: isLive ? onAir : null,
    })
    const items = predicted.items.map((one) => forecastItem(one, names))
    // A scene that could not be read is not dead air.
    const isUnread = predicted.end?.why === 'deadAir' && !whole.has(predicted.end.sceneId)
    const how = predicted.end && {
      ...predicted.end,
      ...(isUnread && { why: 'unknownLength' as const }),
      at: iso(predicted.end.at),
    }
    const facts = { isRunning: isLive, from: iso(from), layers }
    return { value: { ...facts, items, total: items.length, end: how, progress }, readAt }
  }
}

type Names = ReadonlyMap<string, string | null>
function forecastItem(
  { item, at, until, ...row }: PlayedItem<ReturnType<typeof timedLayer>['items'][number]>,
  names: Names,
): ForecastItem {
  const times = { at: iso(at), until: until === null ? null : iso(until) }
  const { name = null, fileId = null, playlistItemId = null } = item ?? {}
  const place = { sceneName: names.get(row.sceneId) ?? null, layerName: names.get(row.layerId) ?? null }
  return { ...times, name, fileId, playlistItemId, ...place, ...row }
}

const layerOf = ({ id, type, settings }: Answer<'getLayer'>) => ({ id, type, volume: settings.volume ?? null })

const iso = (time: number) => new Date(time).toISOString()
