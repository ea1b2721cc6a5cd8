/** What presses of pads do, and how their lamps are: a deck's keys, pressed in this page. */
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { ControlCommand, commandOf } from '../../../shared/control/commands.ts'
import type { ControlState } from '../../../shared/control/model.ts'
import { controlStateOf } from '../../../shared/control/stateOf.ts'
import { faceOf, type Lamp } from '../../../shared/decks/face.ts'
import type { KeyState } from '../../../shared/decks/meaning.ts'
import { pressed } from '../../../shared/decks/presses.ts'
import type { Intent } from '../../../shared/intents/intents.ts'
import type { Refusal } from '../../../shared/outcome.ts'
import { DECK_NOTES } from '../../../shared/words/decks/streamDeck.ts'
import { MIDI_WORDS } from '../../../shared/words/panel/midi.ts'
import { coreNow } from '../../store/coreClock.ts'
import { createStopControl, type StopState } from '../../store/stopControl.ts'
import type { PanelState, PanelStore } from '../../store/store.ts'
import type { Answer } from '../../store/submissions.ts'
import { toStop } from '../../store/useHoldToStop.ts'
import { type PadAction, sceneOf } from './midiStore.ts'

/**
 * How bright a pad is. What is not known now is dark. Neither level is what a pad without velocity
 * sends for a press, 127 or 64, so that an echo differs from a press.
 */
const LEVELS: Record<Lamp, number> = { on: 126, pending: 62, off: 0, stale: 0, unknown: 0 }

export type Hands = ReturnType<typeof createHands>

type Known = { panel: PanelState; state: ControlState }

/** @param onChange the lamps may have changed, without a change of the state */
export function createHands(panel: PanelStore, onChange: () => void) {
  const tell = (answer: Answer) => panel.tell('midi', answer)
  const stop = createPadStop(panel, onChange)
  /** What the first press armed. */
  let goLiveArm: string | null = null

  function known(): Known | null {
    const now = panel.store.getState()
    return now.state && now.link === 'up' ? { panel: now, state: controlStateOf(now.state, coreNow()) } : null
  }

  function meantBy(action: PadAction, { state, panel: { state: all } }: Known): Intent | object | string {
    const command = pressed(keyOf(action, state, goLiveArm), state)
    if (command === null || typeof command === 'string') return command ?? DECK_NOTES.notKnown
    return all ? commandOf(ControlCommand.parse(command), all) : DECK_NOTES.notKnown
  }

  async function press(action: PadAction, now: Known): Promise<void> {
    const meant = meantBy(action, now)
    if (typeof meant === 'string') return tell({ result: 'inert', why: meant })
    if ('reason' in meant) return tell({ result: 'refused', refusal: meant as Refusal })
    const answer = await panel.sendOfPad(meant as CommandInput)
    if (action === 'goLive' && answer.result === 'armed') goLiveArm = answer.arm.armId
    tell(answer)
    onChange()
  }

  return {
    down(action: PadAction): void {
      const now = known()
      if (!now) tell({ result: 'notSent' })
      else if (action === 'stop') stop.hold(now.panel)
      else void press(action, now)
    },
    up(action: PadAction): void {
      if (action === 'stop') stop.letGo()
    },
    /** The device of a pad that was down is gone: a held Stop is no Stop. */
    lost(action: PadAction): void {
      if (action === 'stop' && stop.letGo()) tell({ result: 'inert', why: MIDI_WORDS.unplugged })
    },
    /** How bright the pad of an action is now. */
    level(action: PadAction): number {
      const now = known()
      if (!now) return LEVELS.unknown
      if (action === 'stop' && stop.isBusy()) return LEVELS.pending
      const view = { isPaired: true, isFresh: true, state: now.state, now: coreNow() }
      return LEVELS[faceOf(keyOf(action, now.state, goLiveArm), view).lamp]
    },
    end: stop.end,
  }
}

function keyOf(action: PadAction, state: ControlState, goLiveArm: string | null): KeyState {
  const number = sceneOf(action)
  const scene = number === null ? '' : (state.scenes?.[number - 1]?.id ?? String(number))
  return {
    action: number === null ? (action as KeyState['action']) : 'scene',
    settings: { scene, press: 'asSet', macro: '' },
    armId: action === 'goLive' ? goLiveArm : null,
    ...{ isDial: false, ring: null, isBusy: false, note: null, chosen: null },
  }
}

/** The same hold as that of the panel's Stop, of its own: whoever holds the button does not hold the pad. */
function createPadStop(panel: PanelStore, onChange: () => void) {
  let phase: StopState['phase'] = 'idle'
  const stop = createStopControl({
    send: panel.sendOfPad,
    async press(_, command) {
      const answer = await panel.sendOfPad(command)
      panel.tell('midi', answer)
      return answer
    },
    tell: (_, answer) => panel.tell('midi', answer),
    openWork: () => [],
    show(state) {
      phase = state.phase
      onChange()
    },
  })
  const stopFollowing = panel.store.subscribe(({ state, link }) => {
    if (link !== 'up') stop.linkLost()
    else if (state) stop.sawArm(state.arm)
  })
  return {
    isBusy: () => phase !== 'idle',
    hold(now: PanelState): void {
      const meant = toStop('stop', now)
      if ('why' in meant) panel.tell('midi', { result: 'inert', why: meant.why })
      else void stop.begin('hold', meant)
    },
    /** @returns was it being held, so that it is cancelled now? */
    letGo(): boolean {
      const isHeld = phase === 'arming' || phase === 'armed'
      stop.cancel()
      return isHeld
    },
    end(): void {
      stop.cancel()
      stopFollowing()
    },
  }
}
