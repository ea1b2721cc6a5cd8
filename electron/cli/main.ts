/** `cuelight …`: asks the Cuelight that runs, and starts nothing. Wiring only. */
import { ownArguments } from '../app/arguments.ts'
import { systemClock } from '../util/time.ts'
import { runCommandLine } from './run.ts'

/** Resolves when a person had enough, or whoever read our output is gone. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    process.stdout.once('error', () => resolve())
  })
}

// Whether somebody reads it does not change what was done.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const code = await runCommandLine(ownArguments(), {
  clock: systemClock,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  terminal: process.stderr.isTTY ? String(process.ppid) : null,
  stopped,
})
// Written out before the end: on some systems pipes are slow. Ended by hand: under Electron nothing else would.
await Promise.all(
  [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
)
process.exit(code)
