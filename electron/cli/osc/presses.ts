/** What presses by OSC send: the commands of a deck's keys, with what the lamps showed. */
import type { ControlCommandInput } from '../../../shared/control/commands.ts'
import type { ControlState } from '../../../shared/control/model.ts'
import type { ControlReply } from '../../../shared/control/protocol.ts'
import { aboutShown, pressed } from '../../../shared/decks/presses.ts'
import { OSC_WORDS } from '../../../shared/words/cli/osc.ts'
import { DECK_NOTES } from '../../../shared/words/decks/streamDeck.ts'
import type { connectControl } from '../control/client.ts'
import type { Asked, OscKey } from './addresses.ts'
import { type Armed, keyOf } from './lamps.ts'

export type OscAsked = Exclude<Asked, { do: 'lamps' | 'nothing' }>
/** How it ended: the result, and a sentence. */
export type Ended = readonly [result: Extract<ControlReply, { type: 'outcome' }>['result'], sentence: string]

/** @param client shows what the lamps show, and sends */
export function createPresses(client: Pick<ReturnType<typeof connectControl>, 'state' | 'isStale' | 'command'>) {
  const armed: { -readonly [Key in keyof Armed]: Armed[Key] } = { goLive: null, stop: null }

  /** The second press means what the first one armed here, as long as Cuelight shows it as armed. */
  function keyPressed(key: OscKey, state: ControlState): ControlCommandInput | string | null {
    if (key !== 'stop') return pressed(keyOf(key, '', key === 'goLive' ? armed.goLive : null), state)
    const isSecond = armed.stop !== null && state.arm?.id === armed.stop
    return isSecond
      ? { type: 'commitStop', armId: armed.stop ?? '' }
      : aboutShown(state, 'armStop', { mode: 'press' })
  }

  function commandOf(asked: OscAsked, state: ControlState): ControlCommandInput | string | null {
    switch (asked.do) {
      case 'key':
        return keyPressed(asked.key, state)
      case 'scene': {
        const id = typeof asked.scene === 'number' ? state.scenes?.[asked.scene - 1]?.id : asked.scene
        if (id === undefined) return state.scenes === null ? DECK_NOTES.notKnown : DECK_NOTES.noScene
        const command = pressed(keyOf('scene', id), state)
        return asked.take && command !== null && typeof command !== 'string'
          ? ({ ...command, take: true } as ControlCommandInput)
          : command
      }
      case 'autoSync':
        return asked.on === null
          ? pressed(keyOf('autoSync'), state)
          : aboutShown(state, 'setAutoSync', { on: asked.on })
      case 'cancel': {
        const armId = [armed.stop, armed.goLive].find((one) => one !== null && one === state.arm?.id)
        return armId ? { type: 'cancelArm', armId } : OSC_WORDS.cancelled
      }
    }
  }

  function note(asked: OscAsked, reply: Extract<ControlReply, { type: 'outcome' }>): Ended {
    if (asked.do === 'key' && (asked.key === 'stop' || asked.key === 'goLive'))
      if (reply.result !== 'refused' || reply.reason !== 'tooSoon') armed[asked.key] = reply.arm?.id ?? null
    return [reply.result, reply.sentence]
  }

  return {
    armed: (): Armed => armed,
    /** Sends what was asked for, once. Never rejects. */
    async press(asked: OscAsked): Promise<Ended> {
      const state = client.state()
      if (client.isStale() || state === null) return ['refused', DECK_NOTES.notSent]
      const command = commandOf(asked, state)
      if (command === null || typeof command === 'string') return ['refused', command ?? DECK_NOTES.notKnown]
      try {
        const reply = await client.command(command)
        return reply.type === 'outcome' ? note(asked, reply) : ['refused', DECK_NOTES.notUnderstood]
      } catch {
        return ['unknown', DECK_NOTES.mayHaveWorked]
      }
    },
  }
}
