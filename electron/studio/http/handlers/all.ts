import type { Handlers } from '../router.ts'
import { accountHandlers } from './account.ts'
import { fileHandlers } from './files.ts'
import { liveHandlers } from './lives.ts'
import { projectHandlers } from './projects.ts'
import { reportHandlers } from './reports.ts'
import { sceneHandlers } from './scenes.ts'

const all = {
  ...projectHandlers,
  ...liveHandlers,
  ...sceneHandlers,
  ...accountHandlers,
  ...reportHandlers,
  ...fileHandlers,
}

export type Implemented = keyof typeof all

/** Everything the studio can do so far. What of the contract's table is not here is answered 501. */
export const handlers: Handlers<Implemented> = all
