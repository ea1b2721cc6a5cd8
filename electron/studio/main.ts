/** The studio as a process of its own: wiring only. */
import { ownArguments } from '../arguments.ts'
import { runStudio } from './run.ts'

process.exitCode = await runStudio({
  args: ownArguments(),
  env: process.env,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
  onEnd(end) {
    process.once('SIGINT', end).once('SIGTERM', end).once('SIGHUP', end)
  },
})
