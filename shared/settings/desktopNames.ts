/** What the desktop app knows by name. Apart from its settings' schema, which no page needs at first. */

/** By their places in the project. */
const SCENES = ['scene1', 'scene2', 'scene3', 'scene4', 'scene5', 'scene6', 'scene7', 'scene8', 'scene9'] as const

/** A row for each scene that a hotkey switches to. @param rowOf told its place in the project, from 1 */
export const forScenes = <Row>(rowOf: (place: number) => Row) =>
  Object.fromEntries(SCENES.map((scene, index) => [scene, rowOf(index + 1)])) as Record<(typeof SCENES)[number], Row>

/** Everything a global hotkey can do. The order is the one it is shown in. */
export const HOTKEY_ACTIONS = [
  'goLive',
  'stop',
  'sync',
  'nextScene',
  'previousScene',
  'backToScene',
  ...SCENES,
  'padlock',
  'showPanel',
] as const
export type HotkeyAction = (typeof HOTKEY_ACTIONS)[number]

/**
 * How a hotkey stands with the system. `registered`: it says we have the key. `taken`: another program has it.
 * `clash`: two actions here want it; the earlier one has it. `notAKey`: no such accelerator. `paused`: while keys are
 * recorded or the system sleeps. `portal`: asked for through the desktop portal, which alone decides the key. `failed`:
 * the system refused and says no more.
 */
export const HOTKEY_STATUSES = [
  'registered',
  'off',
  'taken',
  'clash',
  'notAKey',
  'paused',
  'portal',
  'failed',
] as const
export type HotkeyStatus = (typeof HOTKEY_STATUSES)[number]

/** Windows a person can ask for. */
export const WINDOWS = ['main', 'quick'] as const
export type WindowName = (typeof WINDOWS)[number]
