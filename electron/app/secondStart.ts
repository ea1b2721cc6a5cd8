import { readDeepLink } from '../../shared/intents/deepLinks.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { escapeControls } from '../../shared/util/escapeControls.ts'
import { SECOND_START, STARTING_WORDS } from '../../shared/words/cli/programs.ts'
import { describeDiskError } from '../../shared/words/outcomes/disk.ts'
import { describeOutcome, describeRefusal } from '../../shared/words/outcomes/outcomes.ts'
import { socketPath } from '../core/bridge/socket.ts'
import {
  connectPatiently,
  connectProgram,
  focusRunning,
  type ProgramClient,
  ProgramError,
} from '../core/bridge/socketClient.ts'
import type { StartHelper } from '../core/keychain/helper.ts'
import { systemClock } from '../util/time.ts'
import { type App, createApp } from './app.ts'
import type { StartOptions } from './options.ts'

type Second = Pick<StartOptions, 'dataDir' | 'link' | 'headless'>

interface SecondOptions {
  clock?: Clock
  patient?: boolean
  atOnce?: boolean
  met?: () => void
}

/**
 * Opens the app of a data dir, or brings the Cuelight that runs there to the front. If one holds the lock but cannot be
 * reached, it may just be ending, so this tries once more.
 *
 * @returns null if there is no app; the user has been told why
 */
export async function openOrShow(
  options: StartOptions,
  key: string | null,
  keychain: StartHelper,
  show: (address: string) => void,
): Promise<App | null> {
  for (const patient of [true, false]) {
    const app = await createApp(options, key, keychain)
    if (app) return app
    if (await showRunning(options, show, { patient })) return null
  }
  return null
}

/**
 * Prints in a sentence why Cuelight did not start. An error without a system code may be our own fault, so its stack is
 * printed too.
 */
export function reportNotStarted(error: unknown): void {
  const isOurs = error instanceof Error && !('code' in error) && error.constructor !== Error
  console.error(STARTING_WORDS.notStarted(describeDiskError(error)))
  if (isOurs) console.error(error.stack)
}

/**
 * What a second start does: it hands over its link, if any, and brings the running Cuelight to the front: its window,
 * or its panel if it has no window or no window may open.
 *
 * @param options `patient`: if no Cuelight can be found, this is not reported while it may still appear; `atOnce`: do
 * not wait for it either. `met`: called when the running Cuelight has responded, before anything comes to the front
 *
 * @returns false if it was not found and that was not reported
 */
export async function showRunning(
  { dataDir, link, headless }: Second,
  show: (address: string) => void,
  { clock = systemClock, patient = false, atOnce = false, met }: SecondOptions = {},
): Promise<boolean> {
  const fail = (words: string) => {
    console.error(words)
    process.exitCode = 1
    return true
  }
  // Also checked here: any web page can open an invalid link of any length, and no window comes up for those.
  const read = link === null ? null : readDeepLink(link)
  if (read && 'refused' in read)
    return fail(describeRefusal({ reason: 'invalid', field: 'link', message: read.refused }))
  try {
    const path = socketPath(dataDir)
    const client = atOnce ? await connectProgram(path, clock).catch(() => null) : await connectPatiently(path, clock)
    if (!client) return false
    try {
      if (met) await client.state().then(met)
      if (link !== null) console.error(escapeControls(describeOutcome(await client.open(link))))
      return await bringToFront(client, headless, show)
    } finally {
      client.close()
    }
  } catch (error) {
    if (!isNobody(error)) return fail(SECOND_START.silent(dataDir, escapeControls(describeDiskError(error))))
    return patient ? false : fail(SECOND_START.nobody(dataDir))
  }
}

async function bringToFront(
  client: ProgramClient,
  headless: boolean,
  show: (address: string) => void,
): Promise<true> {
  const up = headless ? { panelAddress: await client.panelAddress() } : await focusRunning(client, 'main')
  if ('panelAddress' in up) {
    show(up.panelAddress)
    console.error(SECOND_START.panel)
  } else if (up.outcome.result === 'done') console.error(SECOND_START.window)
  else throw new Error(describeOutcome(up.outcome))
  return true
}

function isNobody(error: unknown): boolean {
  return error instanceof ProgramError && ['nobody', 'leftOver'].includes(error.about.problem)
}
