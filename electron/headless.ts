/** Cuelight without Electron: the whole core, and the panel for any browser. Wiring only. */
import { escapeControls } from '../shared/util/escapeControls.ts'
import { describeOutcome } from '../shared/words/outcomes/outcomes.ts'
import { ownArguments } from './app/arguments.ts'
import { dispatchAs } from './app/dispatch.ts'
import { createLinks } from './app/links.ts'
import { openInBrowser } from './app/openInBrowser.ts'
import { keyInFile, keyOfRun, readOptions, type StartOptions } from './app/options.ts'
import { openOrShow, reportNotStarted } from './app/secondStart.ts'
import { nodeHelper } from './core/keychain/helper.ts'

const options = readOptions(ownArguments())
const key = keyOfRun()

if ('print' in options) {
  console.error(options.print)
  process.exitCode = options.exitCode
} else {
  await run(options).catch((error: unknown) => {
    reportNotStarted(error)
    process.exit(1)
  })
}

async function run(options: StartOptions): Promise<void> {
  const given = (await keyInFile(options.keyFile)) ?? key
  const app = await openOrShow(options, given, nodeHelper(), show)
  if (!app) return
  show(app.panelAddress())
  const end = async () => {
    await app.close()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  await app.start(() => void end())
  if (options.link !== null) {
    const { core, clock } = app
    // The user confirms in the panel, whose address has been printed.
    const links = createLinks({ core, clock, act: dispatchAs(core, 'link'), show() {} })
    const outcome = await links.open(options.link)
    console.error(escapeControls(describeOutcome(outcome)))
  }

  function show(address: string): void {
    console.log(`Panel: ${address}`)
    if (!options.headless) void openInBrowser(address, options.dataDir)
  }
}
