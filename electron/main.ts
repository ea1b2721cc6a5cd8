/** Cuelight as a desktop app. One executable: the app, or what a switch names, each in a process of its own. Wiring only. */
import { entryAsked } from './arguments.ts'

// Awaited here, so that all that must happen before Electron is ready does.
switch (entryAsked()) {
  case 'studio':
    await import('./studio/main.ts')
    break
  case 'keychain':
    await import('./core/keychain/main.ts')
    break
  case 'cli':
    await import('./cli/main.ts')
    break
  default:
    await import('./shell/desktop.ts')
}
