/** The keychain process as whoever asks it sees it: messages there and back, its end, and a way to end it. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Helper {
  /** Sends a message: what fits into JSON. */
  post(message: unknown): void
  /** Ends it at once, whatever it is waiting for. */
  kill(): void
}

export interface HelperEvents {
  onMessage(message: unknown): void
  /** It is no more, or never was. @param why where it could not be started */
  onEnd(why?: string): void
}

/**
 * Starts the keychain process. There are two kinds: a child of plain Node (here), and under Electron a utility process
 * (`electron/shell/keychainProcess.ts`). Messages and no pipes, because an Electron process on Windows finds its standard
 * input at its end (electron 45: lib/common/init.ts).
 */
export type StartHelper = (events: HelperEvents) => Helper

/** The keychain process of plain Node. @param env where the keychain is found; left out: as this process finds it */
export const nodeHelper =
  (env?: NodeJS.ProcessEnv, entry = keychainEntry()): StartHelper =>
  ({ onMessage, onEnd }) => {
    const child = spawn(process.execPath, [...process.execArgv, entry], {
      ...{ env, windowsHide: true },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('message', onMessage)
    child.once('error', (error) => onEnd(error.message))
    child.once('exit', () => onEnd())
    return {
      // It may have ended before it was asked: its end tells.
      post: (message) => void child.send(message as object, () => {}),
      kill: () => void child.kill('SIGKILL'),
    }
  }

/** The keychain process's program, beside the bundle; in the sources when run from them. */
export const keychainEntry = (): string =>
  fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './keychain.mjs', import.meta.url))
