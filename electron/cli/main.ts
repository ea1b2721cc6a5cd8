/** `cuelight …`: sends commands to the running Cuelight, and starts nothing. Wiring only. */
import { text } from 'node:stream/consumers'
import { ownArguments } from '../app/arguments.ts'
import { standardInput } from '../util/standardInput.ts'
import { systemClock } from '../util/time.ts'
import { runCommandLine } from './run.ts'

/** Resolves when the user stops the command, or when the reader of our output is gone. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    process.stdout.once('error', () => resolve())
  })
}

// Whether anyone reads the output does not change what was done.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const code = await runCommandLine(ownArguments(), {
  clock: systemClock,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  terminal: process.stderr.isTTY ? String(process.ppid) : null,
  piped: async () => (process.stdin.isTTY ? null : text(standardInput())),
  stopped,
})
// Flush the output before exiting: on some systems pipes are slow. Exit explicitly: under Electron nothing else ends
// the process.
await Promise.all(
  [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
)
process.exit(code)
