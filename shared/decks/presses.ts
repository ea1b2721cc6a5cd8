/** What one press asks Cuelight to do. */
import type { ControlCommandInput } from '../control/commands.ts'
import type { ControlState } from '../control/model.ts'
import { DECK_NOTES } from '../words/decks/streamDeck.ts'
import { airOf, type KeyState, macroMeant, sceneMeant } from './meaning.ts'

/** A command, or why there is none, as a note. */
export type Pressed = ControlCommandInput | string

type ShowCommand = Extract<ControlCommandInput, { projectId: string; liveId: unknown }>['type']

/**
 * Every command about the show carries the project and the broadcast that the key showed when it was pressed: if
 * another one is on air by then, Cuelight does nothing.
 */
export function aboutShown(state: ControlState, type: ShowCommand, more: object = {}): ControlCommandInput {
  const seen = { projectId: state.project?.id ?? '', liveId: state.live?.id ?? null }
  return { type, ...seen, ...more } as ControlCommandInput
}

const armOf = (key: KeyState, { arm }: ControlState) => (arm && arm.id === key.armId ? arm : null)

/** The first press of two arms, and the second one carries out what was armed: this key's own arm, and no other. */
export function pressed(key: KeyState, state: ControlState): Pressed | null {
  // It concerns every project, also where none was read yet.
  if (key.action === 'padlock') return { type: 'closePadlock' }
  if (!state.project) return DECK_NOTES.notKnown
  const arm = armOf(key, state)
  const show = (type: ShowCommand, more?: object) => aboutShown(state, type, more)
  const start = (command: 'armGoLive') => ({ type: command, projectId: state.project?.id ?? '' })
  switch (key.action) {
    case 'goLive':
      return arm ? { type: 'commitGoLive', armId: arm.id } : start('armGoLive')
    case 'scene': {
      const meant = sceneMeant(key, state)
      // By its id: it is the scene whose name the key shows, wherever it is in the list by now.
      return typeof meant === 'string' ? meant : show('switchScene', { scene: meant.id, ...howOf(key) })
    }
    case 'next':
      return show('nextScene')
    case 'take':
      return show('nextScene', { take: true })
    case 'previous':
      return show('previousScene')
    case 'back':
      return show('backToScene')
    case 'sync':
      return state.live?.id ? show('sync') : DECK_NOTES.nothingRuns
    case 'autoSync':
      return state.autoSync === null || airOf(state) === 'stale'
        ? DECK_NOTES.notKnown
        : show('setAutoSync', { on: !state.autoSync })
    case 'macro': {
      if (arm) return { type: 'commitMacro', armId: arm.id }
      const meant = macroMeant(key, state)
      return typeof meant === 'string' ? meant : { type: 'runMacro', macro: meant.id }
    }
    case 'stop':
    case 'tally':
      return null
  }
}

const howOf = ({ settings: { press }, isDial }: KeyState): { take?: boolean } =>
  press === 'asSet' && !isDial ? {} : { take: press !== 'cue' }
