import { addDemo } from '../../electron/studio/rules/demo.ts'
import { emptyWorld, type WorldDraft } from '../../electron/studio/rules/world.ts'

/** A world that holds the demo, as a first start has it: others are made after its first project. */
export function demoWorld() {
  const world = structuredClone(emptyWorld()) as WorldDraft
  let ids = 0
  addDemo(world, { now: 1, newId: () => `id${ids++}` })
  const [demo] = Object.values(world.projects)
  return { world, demo }
}
