/** The keychain process as its caller sees it: messages both ways, its end, and a way to kill it. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Helper {
  /** Sends a message that fits into JSON. */
  post(message: unknown): void
  /** Kills the process at once, whatever it is waiting for. */
  kill(): void
}

export interface HelperEvents {
  onMessage(message: unknown): void
  /** The process ended, or never started. @param why if it could not be started */
  onEnd(why?: string): void
}

/**
 * Starts the keychain process. There are two kinds: a child of plain Node (here), and under Electron a utility process
 * (`electron/shell/keychainProcess.ts`). Both use messages instead of pipes, because an Electron process on Windows
 * finds its standard input at end of file (electron 45: lib/common/init.ts).
 */
export type StartHelper = (events: HelperEvents) => Helper

/** The keychain process under plain Node. @param env locates the keychain; left out: this process's own */
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
      // It may have ended before this; `onEnd` reports that.
      post: (message) => void child.send(message as object, () => {}),
      kill: () => void child.kill('SIGKILL'),
    }
  }

/** The keychain process's program: beside the bundle, or in the sources when run from them. */
export const keychainEntry = (): string =>
  fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './keychain.mjs', import.meta.url))
