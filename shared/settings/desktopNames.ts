/** The names that the desktop app uses. Separate from its settings' schema, which no page needs on start. */

/** The first nine scenes and macros have a hotkey each. */
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const nine = <Kind extends string>(kind: Kind) => PLACES.map((place) => `${kind}${place}` as const)

const rowsFor =
  <Kind extends string>(kind: Kind) =>
  <Row>(rowOf: (place: number) => Row) =>
    Object.fromEntries(PLACES.map((place) => [kind + place, rowOf(place)])) as Record<
      `${Kind}${(typeof PLACES)[number]}`,
      Row
    >

/** A row for each scene that has a hotkey, made from its place in the project, from 1. */
export const forScenes = rowsFor('scene')
/** A row for each macro that has a hotkey, made from its place among those of the show target, from 1. */
export const forMacros = rowsFor('macro')

/** Everything a global hotkey can do, in display order. */
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
 * The status of a hotkey in the system. `registered`: the system reports that we have the key. `taken`: another program
 * has it. `clash`: two actions here want it; the earlier one has it. `notAKey`: no such accelerator, or this system
 * cannot distinguish it from others. `paused`: while keys are recorded or the system sleeps. `portal`: requested
 * through the desktop portal, which alone decides the key. `failed`: the system refused without a reason.
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

/** Windows that can be opened on request. */
export const WINDOWS = ['main', 'quick'] as const
export type WindowName = (typeof WINDOWS)[number]
