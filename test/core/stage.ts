import type { Arm } from '../../shared/commands/arm.ts'
import type { CommandInput, Source } from '../../shared/commands/commands.ts'
import { Meanings } from '../../shared/contract/meanings.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { type Rig, ready, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'

export type Stage = Awaited<ReturnType<typeof stage>>

/** A core that has read the show of an independent server, both on one clock that the test moves. */
export async function stage(options: IndependentOptions = {}, meanings: Partial<Meanings> = {}) {
  const clock = new VirtualClock()
  const server = closing(await startIndependentServer({ clock, ...options }))
  const rig = closing(await startRig({ service: server, clock, meanings: Meanings.parse(meanings) }))
  await ready(rig)
  return {
    ...{ rig, server },
    /** What the tally would show if everything were known. */
    truth() {
      const { status, unsyncedEdits } = server.control.truth(server.content.project)
      if (status === 'LIVE') return unsyncedEdits > 0 ? 'unsynced' : 'live'
      return status === 'PREPARING' ? 'preparing' : 'off'
    },
    starts: () => server.count('POST', START),
    stops: () => server.count('POST', STOP),
  }
}

export const START = /\/live$/
export const STOP = /\/live\/stop$/
export const SYNC = /\/live\/sync$/
export const ACTIVATE = /\/activate$/
export const GET_LIVE = { method: 'GET', path: /\/live$/ }

/** Goes live and waits until it is on air; returns the liveId. */
export async function onAir({ rig }: Stage): Promise<string> {
  await rig.press({ type: 'goLive' })
  await rig.until(() => rig.tally() === 'live', 'on air')
  return liveId(rig)
}

/** A stage whose show is on air. */
export async function stageOnAir(options: IndependentOptions = {}): Promise<Stage> {
  const on = await stage(options)
  await onAir(on)
  return on
}

/** Collects every tally from now on. */
export function talliesOf({ rig }: Stage): () => string[] {
  const seen = new Set<string>()
  const stop = rig.core.store.subscribe(() => seen.add(rig.tally()))
  return () => {
    stop()
    return [...seen]
  }
}

export function liveId(rig: Rig): string {
  const id = rig.show().live?.liveId
  if (!id) throw new Error('nothing runs')
  return id
}

export const scenesOf = ({ rig }: Stage) => rig.show().scenes ?? []
export const sceneId = (on: Stage, at: number) => scenesOf(on)[at]?.id ?? ''

/** Switches to the scene at this position in the broadcast that is seen to run. */
export function switchTo(on: Stage, at: number) {
  const running = on.rig.show().live?.liveId ?? null
  return on.rig.press({ type: 'switchScene', sceneId: sceneId(on, at), liveId: running })
}

/** The outcome of a command, however long it takes. */
export const outcomeOf = ({ rig }: Stage, pressed: Promise<Outcome>): Promise<Outcome> => answered(rig, pressed)

/** The result of a query, however long it waits for its budget. */
export async function answered<T>(rig: Rig, asked: Promise<T>): Promise<T> {
  let isThere = false
  const told = () => {
    isThere = true
  }
  asked.then(told, told)
  await rig.until(() => isThere, 'an answer')
  return asked
}

/** Takes the first of two steps. @throws if that arms nothing */
export async function arming({ rig }: Stage, command: CommandInput, source?: Source): Promise<Arm> {
  const outcome = await rig.press(command, source)
  if (outcome.result !== 'armed') throw new Error(`not armed: ${JSON.stringify(outcome)}`)
  return outcome.arm
}

/** Stops as a hotkey does: press, press again. */
export async function stopByTwoPresses({ rig }: Stage, meant = liveId(rig)) {
  const armed = await rig.press({ type: 'armStop', liveId: meant }, 'hotkey')
  if (armed.result !== 'armed') return armed
  rig.clock.advance(500)
  return rig.press({ type: 'commitStop', armId: armed.arm.armId }, 'hotkey')
}
