import type { Handlers } from '../router.ts'
import { accountHandlers } from './account.ts'
import { layerHandlers } from './layers.ts'
import { liveHandlers } from './lives.ts'
import { projectHandlers } from './projects.ts'
import { reportHandlers } from './reports.ts'
import { sceneHandlers } from './scenes.ts'
import { scheduleHandlers } from './schedules.ts'

const all = {
  ...projectHandlers,
  ...liveHandlers,
  ...sceneHandlers,
  ...accountHandlers,
  ...reportHandlers,
  ...layerHandlers,
  ...scheduleHandlers,
}

export type Implemented = keyof typeof all

/** Everything the studio can do so far. What of the contract's table is not here is answered 501. */
export const handlers: Handlers<Implemented> = all
