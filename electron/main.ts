/**
 * Cuelight as a desktop app. One executable runs the app, or the entry that a switch names, each in its own process.
 * Wiring only.
 */
import { forgetOthers, requestedEntry } from './app/arguments.ts'

// With a listener, this signal does not open the debugger, through which any user of the machine could read a key. (As
// plain Node a switch prevents that; in the packaged app a fuse does.)
process.on('SIGUSR1', () => {})

forgetOthers(process)

// Awaited here, so that everything that must happen before Electron is ready does happen before.
switch (requestedEntry()) {
  case 'studio':
    await beside(() => import('./studio/main.ts'))
    break
  case 'engine':
    await beside(() => import('./studio/engine/main.ts'))
    break
  case 'cli':
    await beside(() => import('./cli/main.ts'))
    break
  default:
    await import('./shell/desktop.ts')
}

/**
 * Runs an entry that is not the app. To macOS it is a Cuelight all the same, so if it lasts, Electron gets ready in it
 * as well (`shell/besideTheApp.ts`); elsewhere it never does.
 */
async function beside(run: () => Promise<unknown>): Promise<void> {
  if (process.platform !== 'darwin') {
    await run()
    return
  }
  const [{ app }, { answerForTheApp }] = await Promise.all([import('electron'), import('./shell/besideTheApp.ts')])
  await Promise.race([run(), answerForTheApp(app)])
}
