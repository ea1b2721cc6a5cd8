/** Which scene follows which. Pure. */

interface Following {
  readonly id: string
  /** Where the end of a list leads, of the layers that say so. */
  readonly layers: readonly { readonly nextScene?: string | null | undefined }[]
}

/** Scenes in the order they play by themselves. */
export interface Chain<Scene> {
  scenes: Scene[]
  /** What follows the last of them: one of its own (it goes round), one of another chain, or nothing. */
  leadsTo: Scene | null
}

/** The scene that the end of this one leads to; null: none, or one that is not there any more. */
export function nextOf<Scene extends Following>(scene: Scene, scenes: readonly Scene[]): Scene | null {
  const named = scene.layers.map(({ nextScene }) => scenes.find(({ id }) => id === nextScene))
  return named.find((one) => one !== undefined) ?? null
}

/** All scenes in chains, each in one: first those that others do not lead to, in their order; then what goes round. */
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
