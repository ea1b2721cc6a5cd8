/** The studio as a process of its own: wiring only. */
import { ownArguments } from '../app/arguments.ts'
import { runStudio } from './run.ts'

const code = await runStudio({
  args: ownArguments(),
  env: process.env,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
  onEnd(end) {
    process.once('SIGINT', end).once('SIGTERM', end).once('SIGHUP', end)
  },
})

// Exits explicitly, because under Electron nothing else ends the process. Output is flushed first: pipes are slow on
// some systems.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
await Promise.all(
  [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
)
process.exit(code)
