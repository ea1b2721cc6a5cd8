import type { Page } from 'playwright'
import { expect } from 'vitest'
import { startApp, sweep } from './app.ts'
import { newPage, tally } from './stagehand.ts'
import { type Witness, witnessOf } from './studioWitness.ts'

export const VICTIMS = ['app', 'studio', 'both'] as const
export type Victim = (typeof VICTIMS)[number]

/** A show on the local studio that processes are killed under: one browser page sees it from beginning to end. */
export interface CrashStage {
  readonly page: Page
  readonly witness: Witness
  /** Kills without a warning, and starts the app again where it was killed. Resolves when both run again. */
  kill(victim: Victim): Promise<void>
}

/** @param onEnd does it when the test ends */
export async function crashStage(onEnd: (end: () => Promise<void>) => void): Promise<CrashStage> {
  let app = await startApp()
  const { dataDir } = app
  const port = Number(new URL(app.address).port)
  onEnd(() => sweep(app, 'SIGKILL'))
  const page = await newPage(onEnd)
  await page.goto(app.address)
  await tally(page, 'off')
  const witness = witnessOf(dataDir)
  await witness.setPreparing(0)

  return {
    page,
    witness,
    async kill(victim) {
      const before = witness.address()
      if (victim !== 'app') process.kill(before.pid, 'SIGKILL')
      if (victim !== 'studio') {
        await app.end('SIGKILL')
        await tally(page, 'stale')
        app = await startApp({ dataDir, port })
        await page.locator('[role=status]:not([data-tally=stale])').waitFor()
      }
      if (victim !== 'app') await waitFor(() => witness.address().pid !== before.pid, 'another studio')
      if (victim === 'studio') await page.getByText('had ended unexpectedly and was started again').waitFor()
      expect(witness.address().baseUrl).toBe(before.baseUrl)
    },
  }
}

async function waitFor(holds: () => boolean, what: string): Promise<void> {
  for (let looks = 0; looks < 600; looks += 1) {
    if (isSo(holds)) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`never came: ${what}`)
}

/** A studio that is just starting has not said yet where it is. */
function isSo(holds: () => boolean): boolean {
  try {
    return holds()
  } catch {
    return false
  }
}
