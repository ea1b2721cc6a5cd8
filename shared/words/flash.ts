/** What the overlay says to a press of a hotkey. It is read from the corner of an eye: the title says it, the detail adds. */
import type { Arm } from '../commands/arming.ts'
import type { FlashTone, HotkeyAction } from '../settings/desktop.ts'
import { exactSpan, listed } from './format.ts'

export const FLASH_WORDS = {
  pressAgain: (ms: number) => `Press again within ${exactSpan(ms)}`,
  confirm: (ms: number) => `Confirm within ${exactSpan(ms)}`,
  letGo: 'Let go of the key',
  held: 'Held down: one press',
  heldMore: 'Let go, and press again.',
  onItsWay: 'On its way already',
  onItsWayMore: 'Nothing more was sent.',
  notOnAir: (scene: string) => `${scene}: NOT on air`,
  starting: (project: string) => `${project} is starting`,
  unknownMore: 'No reply. Checking whether it worked. It is not sent again.',
  proven: 'This key works',
  padlockClosed: 'The padlock is closed already. Open it in the panel, the window or the tray.',
  noSuchScene: (nr: number, count: number) => `There is no scene ${nr}: the project has ${count}. Nothing was sent.`,
} as const

/** What is said of something that was no hotkey's. */
export const ENDED_WORDS_ELSEWHERE = {
  done: 'Carried out',
  refused: 'Refused',
  failed: 'It failed',
  unknown: 'Checking',
} as const

/** What an arm would do, after "Press again within 3 s". */
export function toDo(arm: Arm): string {
  if (arm.act === 'stop') return `to stop ${arm.projectName}`
  const where = arm.destinations.length ? ` on ${listed(arm.destinations)}` : ''
  return `to go live with ${arm.projectName}${where}`
}

/** Said on the press itself, before anything has answered. */
export const SENT_WORDS: Record<HotkeyAction, string> = {
  goLive: 'Going live…',
  stop: 'Stopping…',
  sync: 'Syncing…',
  nextScene: 'Next scene…',
  previousScene: 'Previous scene…',
  backToScene: 'Back…',
  scene1: 'Scene 1…',
  scene2: 'Scene 2…',
  scene3: 'Scene 3…',
  scene4: 'Scene 4…',
  scene5: 'Scene 5…',
  scene6: 'Scene 6…',
  scene7: 'Scene 7…',
  scene8: 'Scene 8…',
  scene9: 'Scene 9…',
  padlock: 'Closing the padlock…',
  showPanel: 'Opening the panel…',
}

/** The word beside the shape of each tone: none is told by its colour alone. */
export const TONE_WORDS: Record<FlashTone, string> = {
  armed: 'ARMED',
  sent: 'SENT',
  onAir: 'ON AIR',
  done: 'DONE',
  refused: 'NOT DONE',
  unknown: 'NOT KNOWN',
  alarm: 'LOOK',
}
