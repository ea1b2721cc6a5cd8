import { addDemo } from '../../electron/studio/rules/demo/demo.ts'
import { emptyWorld, type WorldDraft } from '../../electron/studio/rules/world/world.ts'

/** A world that contains the demo of a first start; further projects are modelled on its first one. */
export function demoWorld() {
  const world = structuredClone(emptyWorld()) as WorldDraft
  let ids = 0
  addDemo(world, { now: 1, newId: () => `id${ids++}` })
  const [demo] = Object.values(world.projects)
  return { world, demo }
}
