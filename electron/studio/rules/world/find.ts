import type { ServiceCode } from '../../../../shared/contract/errors.ts'
import { PAGE } from '../../../../shared/contract/limits.ts'

/** The refusal of a rule: the contract's code, a plain message, and further fields for the response. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ServiceCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ServiceCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

type Kept<T> = Readonly<Record<string, T>>

/** Finds a document by an id that came from outside, which may be `constructor` or another inherited property. */
export function find<T>(kept: Kept<T>, id: string): T | undefined {
  return Object.hasOwn(kept, id) ? kept[id] : undefined
}

/**
 * The project of that id: a draft in a draft world, read-only in a read-only one.
 * @throws Refusal if there is none
 */
export function projectIn<P>(world: { readonly projects: Kept<P> }, id: string): P {
  const project = find(world.projects, id)
  if (!project) throw new Refusal('PROJECT_NOT_FOUND', `There is no project ${id}.`, { projectId: id })
  return project
}

/** Refuses an id of which there is neither a running nor a past broadcast. */
export function requireBroadcast(
  world: { readonly broadcasts: Kept<unknown>; readonly lives: Kept<{ readonly liveId: string }> },
  liveId: string,
): void {
  const isRunning = Object.values(world.lives).some((live) => live.liveId === liveId)
  if (!isRunning && !find(world.broadcasts, liveId)) {
    throw new Refusal('LIVE_NOT_FOUND', `There is no broadcast ${liveId}.`, { liveId })
  }
}

/**
 * The scene of that id in a show.
 * @throws Refusal if there is none
 */
export function sceneIn<S extends { readonly id: string }>(show: { readonly scenes: readonly S[] }, id: string): S {
  const scene = show.scenes.find((one) => one.id === id)
  if (!scene) throw new Refusal('SCENE_NOT_FOUND', `The project has no scene ${id}.`, { sceneId: id })
  return scene
}

/**
 * The layer of that id in a show, and its scene.
 * @throws Refusal if there is none
 */
export function layerIn<L extends { readonly id: string }, S extends { readonly layers: readonly L[] }>(
  show: { readonly scenes: readonly S[] },
  id: string,
): { scene: S; layer: S['layers'][number] } {
  for (const scene of show.scenes) {
    const layer = scene.layers.find((one) => one.id === id)
    if (layer) return { scene, layer }
  }
  throw new Refusal('LAYER_NOT_FOUND', `The project has no layer ${id}.`, { layerId: id })
}

export interface Paging {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** The requested part of a list, with what a client needs to request the next one. */
export function pageOf<T>(all: readonly T[], { limit = PAGE.default, offset = 0 }: Paging) {
  return { items: all.slice(offset, offset + limit), total: all.length, offset }
}

/** The contract's order: the last created first, then by id. */
export function newestFirst(
  one: { readonly createdAt: number; readonly id: string },
  other: { readonly createdAt: number; readonly id: string },
): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1)
}
