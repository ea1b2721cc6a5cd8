/** What the desktop app knows by name. Apart from its settings' schema, which no page needs at first. */

/** The first nine of a list have a hotkey each. */
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const nine = <Kind extends string>(kind: Kind) => PLACES.map((place) => `${kind}${place}` as const)

const rowsFor =
  <Kind extends string>(kind: Kind) =>
  <Row>(rowOf: (place: number) => Row) =>
    Object.fromEntries(PLACES.map((place) => [kind + place, rowOf(place)])) as Record<
      `${Kind}${(typeof PLACES)[number]}`,
      Row
    >

/** A row for each scene that a hotkey switches to, told its place in the project, from 1. */
export const forScenes = rowsFor('scene')
/** A row for each macro that a hotkey runs, told its place among those of the show target, from 1. */
export const forMacros = rowsFor('macro')

/** Everything a global hotkey can do. The order is the one it is shown in. */
export const HOTKEY_ACTIONS = [
  'goLive',
  'stop',
  'sync',
  'nextScene',
  'previousScene',
  'backToScene',
  ...nine('scene'),
  ...nine('macro'),
  'padlock',
  'showPanel',
] as const
export type HotkeyAction = (typeof HOTKEY_ACTIONS)[number]

/**
 * How a hotkey stands with the system. `registered`: it says we have the key. `taken`: another program has it.
 * `clash`: two actions here want it; the earlier one has it. `notAKey`: no such accelerator, or none
 * that this system can tell from others. `paused`: while keys are
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
