/** Cuelight without Electron: the whole core, and the panel for any browser. Wiring only. */
import { escapeControls } from '../shared/util/escapeControls.ts'
import { tellOutcome } from '../shared/words/outcomes.ts'
import type { House } from './app/app.ts'
import { ownArguments } from './app/arguments.ts'
import { openInBrowser } from './app/openInBrowser.ts'
import { keyOfRun, readOptions, type StartOptions } from './app/options.ts'
import { openOrShow, tellNotStarted } from './app/secondStart.ts'
import { actingAs } from './shell/dispatch.ts'
import { createLinks, type Links } from './shell/links.ts'

const options = readOptions(ownArguments())
const key = keyOfRun()

if ('print' in options) {
  console.error(options.print)
  process.exitCode = options.exitCode
} else {
  await run(options).catch((error: unknown) => {
    tellNotStarted(error)
    process.exit(1)
  })
}

async function run(options: StartOptions): Promise<void> {
  const house = await openOrShow(options, key, show)
  if (!house) return
  show(house.panelAddress())
  const end = async () => {
    await house.close()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  await house.start(() => void end())
  if (options.link !== null) {
    const outcome = await linksOf(house).open(options.link)
    console.error(escapeControls(tellOutcome(outcome)))
  }

  function show(address: string): void {
    console.log(`Panel: ${address}`)
    if (!options.headless) void openInBrowser(address)
  }
}

/** Here the panel is what a person confirms in, and its address has been shown. */
function linksOf({ core, clock }: House): Links {
  return createLinks({ core, clock, act: actingAs(core, 'link'), show() {} })
}
