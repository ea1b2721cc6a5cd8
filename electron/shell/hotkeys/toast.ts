/** What the overlay says, worked out from how a press ended. Pure. */
import { type Arm, lastsMs } from '../../../shared/commands/arming.ts'
import type { Done, Outcome } from '../../../shared/outcome.ts'
import type { Flash, HotkeyAction } from '../../../shared/settings/desktop.ts'
import { HOTKEY_WORDS } from '../../../shared/words/desktop.ts'
import { ENDED_WORDS_ELSEWHERE as ELSEWHERE, FLASH_WORDS, SENT_WORDS, toDo } from '../../../shared/words/flash.ts'
import { tellOutcome } from '../../../shared/words/outcomes.ts'

/** A flash before it has a number and a time. */
export type Said = Pick<Flash, 'tone' | 'title' | 'detail'>

/** Ms each tone stays, unless something newer comes. What is armed stays for as long as it is. */
export const FLASH_MS: Record<Exclude<Flash['tone'], 'armed'>, number> = {
  /** Until the answer comes; the service is given up long before. */
  sent: 30_000,
  onAir: 4_000,
  done: 2_500,
  refused: 6_000,
  unknown: 10_000,
  alarm: 10_000,
}

/** How a press ended. @param action the key's; null: it was no key's */
export function saidOf(outcome: Outcome, action: HotkeyAction | null): Said {
  const { result } = outcome
  if (result === 'armed') return armed(outcome.arm)
  const title = action ? HOTKEY_WORDS[action] : ELSEWHERE[result]
  const detail = tellOutcome(outcome)
  if (result === 'done') return { tone: 'done', title, detail, ...doneLook(outcome.done) }
  // The whole story would not fit: what matters is that it may have happened. The journal has it all.
  if (result === 'unknown') return { tone: 'unknown', title, detail: FLASH_WORDS.unknownMore }
  return { tone: 'refused', title, detail }
}

function armed(arm: Arm): Said {
  const title = FLASH_WORDS[arm.mode === 'press' ? 'pressAgain' : 'confirm'](lastsMs(arm))
  return { tone: 'armed', title, detail: toDo(arm) }
}

/** Only what the service confirmed to have reached the air looks like it. */
function doneLook(done: Done): Partial<Said> {
  if (done.what === 'started') return { title: FLASH_WORDS.starting(done.projectName) }
  if (done.what !== 'sceneSwitched') return {}
  const looks: Record<typeof done.reached, Partial<Said>> = {
    onAir: { tone: 'onAir', title: done.sceneName },
    notOnAir: { title: FLASH_WORDS.notOnAir(done.sceneName) },
    notConfirmed: { tone: 'unknown', title: done.sceneName },
    nothingRunning: { title: done.sceneName },
  }
  return looks[done.reached]
}

export const sentSaid = (action: HotkeyAction): Said => ({ tone: 'sent', title: SENT_WORDS[action], detail: null })

export const inertSaid = (action: HotkeyAction, why: string): Said => ({
  tone: 'refused',
  title: HOTKEY_WORDS[action],
  detail: why,
})

export const onItsWaySaid = (): Said => ({
  tone: 'refused',
  title: FLASH_WORDS.onItsWay,
  detail: FLASH_WORDS.onItsWayMore,
})

/** A second press, or a held key: what happens once it is let go of. */
export const letGoSaid = (arm: Arm): Said => ({ tone: 'armed', title: FLASH_WORDS.letGo, detail: toDo(arm) })

export const heldSaid = (): Said => ({ tone: 'refused', title: FLASH_WORDS.held, detail: FLASH_WORDS.heldMore })

export const onAirSaid = (projectName: string): Said => ({
  tone: 'onAir',
  title: projectName,
  detail: null,
})

/** The self-test's answer. */
export const provenSaid = (name: string): Said => ({ tone: 'done', title: FLASH_WORDS.proven, detail: name })
