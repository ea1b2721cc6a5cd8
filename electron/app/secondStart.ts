import { readDeepLink } from '../../shared/intents/deepLinks.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { escapeControls } from '../../shared/util/escapeControls.ts'
import { describeDiskError } from '../../shared/words/disk.ts'
import { describeOutcome, describeRefusal } from '../../shared/words/outcomes.ts'
import { SECOND_START, STARTING_WORDS } from '../../shared/words/programs.ts'
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
 * Opens the app of a data dir, or brings the Cuelight that lives there to the front. One that holds the place and cannot
 * be found may be just ending: the place is looked at once more. @returns null when people were told why
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

/** Says in a sentence why there is no Cuelight now. What has no code of the system's may be our own fault: its place, too. */
export function reportNotStarted(error: unknown): void {
  const isOurs = error instanceof Error && !('code' in error) && error.constructor !== Error
  console.error(STARTING_WORDS.notStarted(describeDiskError(error)))
  if (isOurs) console.error(error.stack)
}

/**
 * What a second start does: it hands over the link it was started with, if any, and brings the Cuelight that runs already
 * to the front: its window, or where it has none or nothing shall be opened, its panel.
 *
 * @param options `patient`: where nobody can be found, it is not told as long as it may be found yet; `atOnce`: nor is it
 *   waited for. `met`: called when the one that runs has answered, before anything of it comes to the front
 * @returns false when it was not found, and that was not told
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
  // Read here, too: any page can open an odd one, of any length, and no window comes up for those.
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
