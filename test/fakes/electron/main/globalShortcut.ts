import type Electron from 'electron'
import { strict } from '../strict.ts'

const held = new Map<string, () => void>()

/** Keys of nobody else's: a spec that wants one to be taken says so through the probe. */
export const globalShortcut = strict('globalShortcut', {
  register(accelerator, press) {
    if (held.has(accelerator)) return false
    held.set(accelerator, press)
    return true
  },
  unregister: (accelerator) => void held.delete(accelerator),
  unregisterAll: () => held.clear(),
  isRegistered: (accelerator) => held.has(accelerator),
} satisfies Pick<Electron.GlobalShortcut, 'register' | 'unregister' | 'unregisterAll' | 'isRegistered'>)
