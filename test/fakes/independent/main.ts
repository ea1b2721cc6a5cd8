import { parseArgs } from 'node:util'
import { CONTROL_PATH } from './controlEndpoint.ts'
import { HEADER_STYLES } from './headers.ts'
import { type IndependentOptions, SHAPES } from './options.ts'
import { startIndependentServer } from './server.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const HELP = `Runs the independent server of the contract, by hand.

  --port N          default 0: any            --key KEY         default: a new one
  --base PATH       the base path             --style STYLE     ${HEADER_STYLES.join(', ')}
  --shape SHAPE     ${SHAPES.join(', ')}      --retry-after X   seconds, date, absent
  --latency MS      of every answer           --limit N         requests a minute
  --preparing MS    how long it prepares      --window KIND     fixed, sliding
  --stopping MS     how long a stop takes     --skew MS         its clock is ahead
  --projects N      beside the Evening Show   --scenes N        of the Evening Show
  --planned S       planned duration          --manual          runs until stopped
  --auto-sync       auto-sync is on           --air-fields      onAirSceneId, unsyncedEdits
  --odd-ids         ids that must be escaped  --oldest          the show is on the last page
`

function readOptions() {
  const { values } = parseArgs({
    options: {
      ...{ port: text, key: text, base: text, style: text, shape: text, latency: text, preparing: text },
      ...{ stopping: text, limit: text, window: text, 'retry-after': text, skew: text, projects: text },
      ...{ scenes: text, planned: text, manual: flag, 'auto-sync': flag, 'air-fields': flag },
      ...{ 'odd-ids': flag, oldest: flag, help: flag },
    },
  })
  return values
}

function number(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined
  if (/^-?\d+$/.test(value)) return Number(value)
  throw new Error(`--${name}: expected a whole number, not ${value}`)
}

function oneOf<Choice extends string>(value: string | undefined, name: string, choices: readonly Choice[]) {
  if (value === undefined) return undefined
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new Error(`--${name}: expected ${choices.join(', ')}`)
  return found
}

function toOptions(values: ReturnType<typeof readOptions>): IndependentOptions {
  const options: IndependentOptions = {
    ...{ key: values.key, basePath: values.base, port: number(values.port, 'port') },
    headerStyle: oneOf(values.style, 'style', HEADER_STYLES),
    shape: oneOf(values.shape, 'shape', SHAPES),
    retryAfter: oneOf(values['retry-after'], 'retry-after', ['seconds', 'date', 'absent']),
    window: oneOf(values.window, 'window', ['fixed', 'sliding']),
    ...{ latencyMs: number(values.latency, 'latency'), preparingMs: number(values.preparing, 'preparing') },
    ...{ stoppingMs: number(values.stopping, 'stopping'), limit: number(values.limit, 'limit') },
    ...{ skewMs: number(values.skew, 'skew'), projects: number(values.projects, 'projects') },
    ...{ scenes: number(values.scenes, 'scenes'), plannedSeconds: number(values.planned, 'planned') },
    ...{ manual: values.manual, autoSynch: values['auto-sync'], airFields: values['air-fields'] },
    ...{ oddIds: values['odd-ids'], showIsOldest: values.oldest },
  }
  // What was not given must not take the place of a default.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

async function main(): Promise<void> {
  const values = readOptions()
  if (values.help) return void process.stdout.write(HELP)
  const server = await startIndependentServer(toOptions(values))
  const { origin, baseUrl, key, content } = server
  const lines = [`base URL  ${baseUrl}`, `key       ${key}`, `control   ${origin}${CONTROL_PATH}`]
  // In one piece: whoever starts this waits for the first output and reads it all from there.
  process.stdout.write(`${lines.join('\n')}\nproject   ${content.project}\n`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void server.close())
}

main().catch((failure: unknown) => {
  process.stderr.write(`${failure instanceof Error ? failure.message : failure}\n`)
  process.exitCode = 1
})
