/** Cuelight as a desktop app. One executable: the app, or what a switch names, each in a process of its own. Wiring only. */
import { entryAsked, forgetOthers } from './app/arguments.ts'

// Listened to, this signal opens no debugger, through which any user of the machine could read a key. (Where we run as
// plain Node a switch sees to it, and packaged a fuse.)
process.on('SIGUSR1', () => {})

forgetOthers(process)

// Awaited here, so that all that must happen before Electron is ready does.
switch (entryAsked()) {
  case 'studio':
    await import('./studio/main.ts')
    break
  case 'cli':
    await import('./cli/main.ts')
    break
  default:
    await import('./shell/desktop.ts')
}
