/** How scenes are displayed here: the user's own marks, stored by Cuelight and never sent to the service. */

/** Eight tints, each with a letter, so that nobody depends on the colour alone. */
export const SCENE_COLOURS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const
export type SceneColour = (typeof SCENE_COLOURS)[number]

export interface SceneLook {
  favourite: boolean
  colour: SceneColour | null
}

/** By project, by scene. */
export type Looks = Record<string, Record<string, SceneLook>>

export const PLAIN: SceneLook = { favourite: false, colour: null }

/** Favourites first, then the others, each group in its order. */
export function favouritesFirst<One>(all: readonly One[], lookOf: (one: One) => SceneLook | undefined): One[] {
  const isFavourite = (one: One) => lookOf(one)?.favourite
  return [...all.filter(isFavourite), ...all.filter((one) => !isFavourite(one))]
}

/** Changes one scene's look. Plain looks and looks of missing scenes are not stored (`there` null: unknown). */
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
