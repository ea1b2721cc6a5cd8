/** The studio as a process of its own: wiring only. */
import { runStudio } from './run.ts'

process.exitCode = await runStudio({
  args: process.argv.slice(2),
  env: process.env,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
  onEnd(end) {
    process.once('SIGINT', end).once('SIGTERM', end).once('SIGHUP', end)
  },
})
