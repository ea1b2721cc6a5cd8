/** What the overlay says, worked out from how a press ended. Pure. */
import type { Arm } from '../../../shared/arming.ts'
import type { Flash, HotkeyAction } from '../../../shared/desktop.ts'
import type { Done, Outcome } from '../../../shared/outcome.ts'
import { FLASH_WORDS, SENT_WORDS, toDo } from '../../../shared/words/flash.ts'
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
}

/** How a press ended. */
export function saidOf(outcome: Outcome): Said {
  const detail = tellOutcome(outcome)
  switch (outcome.result) {
    case 'armed':
      return armed(outcome.arm)
    case 'done':
      return { ...doneLook(outcome.done), detail }
    case 'refused':
      return { tone: 'refused', title: FLASH_WORDS.refused, detail }
    case 'failed':
      return { tone: 'refused', title: FLASH_WORDS.failed, detail }
    case 'unknown':
      return { tone: 'unknown', title: FLASH_WORDS.unknown, detail }
  }
}

const armed = (arm: Arm): Said => ({ tone: 'armed', title: FLASH_WORDS.pressAgain, detail: toDo(arm) })

/** Only what the service confirmed to have reached the air looks like it. */
function doneLook(done: Done): Pick<Said, 'tone' | 'title'> {
  if (done.what === 'started') return { tone: 'done', title: FLASH_WORDS.starting }
  if (done.what !== 'sceneSwitched') return { tone: 'done', title: FLASH_WORDS.done }
  switch (done.reached) {
    case 'onAir':
      return { tone: 'onAir', title: FLASH_WORDS.onAir }
    case 'notOnAir':
      return { tone: 'done', title: FLASH_WORDS.notOnAirYet }
    case 'notConfirmed':
      return { tone: 'unknown', title: FLASH_WORDS.notConfirmed }
    case 'nothingRunning':
      return { tone: 'done', title: FLASH_WORDS.done }
  }
}

export const sentSaid = (action: HotkeyAction): Said => ({ tone: 'sent', title: SENT_WORDS[action], detail: null })

export const inertSaid = (why: string): Said => ({ tone: 'refused', title: FLASH_WORDS.refused, detail: why })

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
  title: FLASH_WORDS.onAir,
  detail: projectName,
})

/** The self-test's answer. */
export const provenSaid = (name: string): Said => ({ tone: 'done', title: FLASH_WORDS.proven, detail: name })
