import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type Electron from 'electron'
import { Emitter, strict } from '../strict.ts'
import { app } from './app.ts'

type Written = Pick<Electron.UtilityProcess, 'postMessage' | 'kill' | 'pid'>

const preload = join(import.meta.dirname, '../utility.ts')

/** A utility process: a Node of its own, with a port to its app (docs/api/utility-process.md). */
class StandInUtility extends Emitter implements Written {
  readonly #child: ChildProcess

  constructor(modulePath: string, args: string[], { env }: Electron.ForkOptions) {
    super('UtilityProcess')
    this.#child = fork(modulePath, args, {
      execArgv: ['-r', preload],
      env: (env ?? process.env) as NodeJS.ProcessEnv,
      stdio: 'ignore',
    })
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.once('exit', (code, signal) => {
      // A fatal V8 error (docs/api/utility-process.md, `error`); without a listener, an emitter throws it.
      if (signal === 'SIGABRT') this.emit('error', 'FatalError', 'v8', '')
      this.emit('exit', code ?? 0)
    })
  }
  get pid(): number | undefined {
    return this.#child.pid
  }
  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object)
  }
  kill(): boolean {
    return this.#child.kill()
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork(modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}): Electron.UtilityProcess {
    if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready')
    return new StandInUtility(modulePath, args, options) as unknown as Electron.UtilityProcess
  },
})
