/** Which scene follows which. Pure. */

interface Following {
  readonly id: string
  /** Where the end of a list leads, for the layers that define it. */
  readonly layers: readonly { readonly nextScene?: string | null | undefined }[]
}

/** Scenes in the order they play automatically. */
export interface Chain<Scene> {
  scenes: Scene[]
  /** What follows the last scene: a scene of this chain (a loop), one of another chain, or nothing. */
  leadsTo: Scene | null
}

/** The scene that follows the end of this one; null if there is none, or it no longer exists. */
export function nextOf<Scene extends Following>(scene: Scene, scenes: readonly Scene[]): Scene | null {
  const named = scene.layers.map(({ nextScene }) => scenes.find(({ id }) => id === nextScene))
  return named.find((one) => one !== undefined) ?? null
}

/** All scenes in chains, each in one: first the chains whose first scene follows no other, in order; then the loops. */
export function chainsOf<Scene extends Following>(scenes: readonly Scene[]): Chain<Scene>[] {
  const next = new Map(scenes.map((scene) => [scene, nextOf(scene, scenes)]))
  const led = new Set(next.values())
  const placed = new Set<Scene>()
  const chains: Chain<Scene>[] = []
  for (const start of [...scenes.filter((scene) => !led.has(scene)), ...scenes]) {
    if (placed.has(start)) continue
    const chain: Scene[] = []
    let scene: Scene | null = start
    for (; scene !== null && !placed.has(scene); scene = next.get(scene) ?? null) {
      placed.add(scene)
      chain.push(scene)
    }
    chains.push({ scenes: chain, leadsTo: scene })
  }
  return chains
}
