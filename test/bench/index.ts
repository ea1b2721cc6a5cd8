/**
 * `npm run bench`: measures every figure Cuelight promises, next to its peers.
 * `--json`: one JSON document on stdout, nothing else. `--only NAME`: one bench. `--kills N`, `--inputs N`: how many.
 * `--shows N --first N`: how many shows, and the number of the first. `--minutes N`: how long a broadcast is read.
 */
import { spawnSync } from 'node:child_process'
import { nodeFlags } from '../../build/setup/nodeFlags.mjs'
import { answersBench } from './answers.ts'
import { deckBench } from './deck.ts'
import { desktopBench, trayBench } from './desktop.ts'
import { dragBench } from './drag.ts'
import { engineBench } from './engine.ts'
import { filesBench } from './files/index.ts'
import { floodsBench } from './floods.ts'
import { fuzzBench, killsBench } from './kills.ts'
import { limiterBench } from './limiter.ts'
import { memoryBench, startupBench } from './memory.ts'
import { panelBench } from './panel.ts'
import { playlistBench } from './playlist.ts'
import { type Bench, printTable, type Row } from './rows.ts'
import { screensBench } from './screens.ts'
import { showsBench } from './shows.ts'
import { studioBench } from './studio.ts'
import { wireBench } from './wire.ts'

/** To add a bench, write a file with a `Bench` and list it here. */
const BENCHES: readonly Bench[] = [
  wireBench,
  deckBench,
  startupBench,
  desktopBench,
  answersBench,
  playlistBench,
  floodsBench,
  limiterBench,
  trayBench,
  panelBench,
  screensBench,
  dragBench,
  memoryBench,
  filesBench,
  engineBench,
  studioBench,
  killsBench,
  fuzzBench,
  showsBench,
]

/** Runs a bench in a process with the flags that Cuelight ships with. */
function runAsShipped({ name }: Bench): Row[] {
  const { stdout } = spawnSync(process.execPath, [...nodeFlags, import.meta.filename, '--only', name, '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return (JSON.parse(stdout) as { rows: Row[] }).rows
}

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const chosen = BENCHES.filter((bench) => only === undefined || bench.name === only)
if (chosen.length === 0) {
  process.stderr.write(`no bench "${only}"; there are: ${BENCHES.map((bench) => bench.name).join(', ')}\n`)
  process.exit(2)
}

const rows = []
for (const bench of chosen) {
  process.stderr.write(`bench ${bench.name} …\n`)
  rows.push(...(bench.asShipped && !process.execArgv.includes('--no-opt') ? runAsShipped(bench) : await bench.run()))
}
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ node: process.version, rows })}\n`)
else printTable(rows)
// Peers leave timers behind, so the process would not exit; all output is written by the time of this callback.
process.stdout.write('', () => process.exit(0))
