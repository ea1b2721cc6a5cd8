/** How scenes look here: a person's own marks, kept by Cuelight and never told to the service. */

/** Eight tints, each with a letter: neither alone has to be told apart. */
export const SCENE_COLOURS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const
export type SceneColour = (typeof SCENE_COLOURS)[number]

export interface SceneLook {
  favourite: boolean
  colour: SceneColour | null
}

/** By project, by scene. */
export type Looks = Record<string, Record<string, SceneLook>>

export const PLAIN: SceneLook = { favourite: false, colour: null }

/** Favourites, then all others, each in their order. */
export function favouritesFirst<One>(all: readonly One[], lookOf: (one: One) => SceneLook | undefined): One[] {
  const isFavourite = (one: One) => lookOf(one)?.favourite
  return [...all.filter(isFavourite), ...all.filter((one) => !isFavourite(one))]
}

/** One scene's look changed; a plain one is not kept, nor is one of a scene that is not there any more (`there` null: not known). */
export function withLook(
  looks: Looks,
  { projectId, sceneId }: { projectId: string; sceneId: string },
  part: Partial<SceneLook>,
  there: readonly string[] | null,
): Looks {
  const before = looks[projectId] ?? {}
  const project = { ...before, [sceneId]: { ...PLAIN, ...before[sceneId], ...part } }
  const kept = Object.entries(project).filter(
    ([id, { favourite, colour }]) => (favourite || colour !== null) && (there?.includes(id) ?? true),
  )
  return { ...looks, [projectId]: Object.fromEntries(kept) }
}
