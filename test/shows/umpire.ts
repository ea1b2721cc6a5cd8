/** Watches every request as it goes out, and reports at once when one must not have. */

import { isDeepStrictEqual } from 'node:util'
import { armTimes } from '../../shared/commands/arming.ts'
import { ARM_ONLY_SOURCES, PERSONAL_SOURCES } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { DEFAULT_PREFERENCES } from '../../shared/settings/preferences.ts'
import type { Ask, Desk, KnownArm } from './desk.ts'
import { type Came, Evidence } from './evidence.ts'
import type { Life } from './life.ts'
import { createSwitches } from './switches.ts'
import { type Act, isAct, type Wire } from './wire.ts'

/** The ways in which a show can go wrong, for counting. */
export const VIOLATIONS = [
  'truth',
  'repeated',
  'unasked',
  'contradicted',
  'journal',
  'budget',
  'guard',
  'own',
  /** A scene is claimed to be on air, or something or nothing to run, and that is false. */
  'claim',
  'tally',
  /** Something is claimed as fresh that was last read long ago. */
  'stale',
  /** A show command was refused for lack of budget, and the service would have accepted it. */
  'starved',
  /** As `starved`, but within a minute of a 429. */
  'waited',
  /** More readings for one command than one of each kind. */
  'readings',
  /** Readings do not return to their pace. */
  'pace',
  /** A stop was on the wire later than allowed. */
  'late',
] as const
export type ViolationKind = (typeof VIOLATIONS)[number]

export interface Violation {
  kind: ViolationKind
  about: string
}

/** Which requests a command may cause. */
export const MAY_SEND: Partial<Record<string, Act>> = {
  goLive: 'start',
  commitGoLive: 'start',
  commitStop: 'stop',
  sync: 'sync',
  switchScene: 'activate',
  nextScene: 'activate',
  previousScene: 'activate',
  backToScene: 'activate',
  setAutoSync: 'update',
}

export interface UmpireOptions {
  now: () => number
  desk: () => Desk
  life: () => Life | null
  isGone: (projectId: string) => boolean
  report: (kind: ViolationKind, about: string) => void
}

export class Umpire {
  readonly evidence = new Evidence()
  readonly #options: UmpireOptions
  readonly #switches: ReturnType<typeof createSwitches>
  /** Commands by the order in which they came. */
  readonly #asked = new Map<string, number>()
  /** The last command that closed the padlock and got its outcome, and the last that requested to open it. */
  #closed = 0
  #opened = 0
  readonly #armsUsed = new Map<string, string>()
  readonly #forgotten = new Set<string | null>()
  /** Which broadcast a stop ended, as the service's response names it, by command. */
  readonly #ended = new Map<string | null, string | null>()

  constructor(options: UmpireOptions) {
    this.#options = options
    this.#switches = createSwitches(options.now)
  }

  /** The product decided to send this: may it? */
  about(wire: Wire): void {
    const { operation, key } = wire
    if (!isAct(operation)) return
    const { now, desk, report } = this.#options
    const ask = key === null ? undefined : desk().ask(key)
    const isRestored = !ask && this.#switches.mayRestore(wire)
    this.#switches.about(wire)
    if (isRestored) return
    if (!ask) report('unasked', `${operation} goes out, and nobody asked for it`)
    else this.#judge(ask, operation, wire)
    this.evidence.about(wire, now())
  }

  #judge(ask: Ask, act: Act, wire: Wire): void {
    const fault = (about: string) => this.#options.report('guard', `${act} goes out for ${said(ask)}: ${about}`)
    const { source, command } = ask
    // A start with a chosen opening scene activates that scene first.
    const begins = act === 'activate' && MAY_SEND[command.type] === 'start'
    if (MAY_SEND[command.type] !== act && !begins) fault('it asked for something else')
    if (this.#closed > this.#opened) fault('the padlock is closed')
    if (ARM_ONLY_SOURCES.includes(source)) fault('its sender may only arm')
    if (source === 'hotkey' && command.type === 'goLive') fault('a hotkey arms first')
    if ('armId' in command && command.armId) this.#judgeArm(ask, command.armId, wire, fault)
    if (act !== 'start' || wire.projectId === null) return
    const open = this.evidence.unsettledStart(wire.projectId, wire.key)
    if (open) fault(`the start of ${open.key} is not settled`)
  }

  /** Two steps, separated in time, in one life, for the broadcast that was meant. */
  #judgeArm(ask: Ask, armId: string, wire: Wire, fault: (about: string) => void): void {
    const known = this.#options.desk().arm(armId)
    if (known?.life === wire.life) this.#judgeSteps(ask, known, fault)
    else fault('it was never armed in this life')
  }

  #judgeSteps(ask: Ask, { arm, at, heardAt, life }: KnownArm, fault: (about: string) => void): void {
    const { armId } = arm
    const times = armTimes(arm.mode, DEFAULT_PREFERENCES.guard)
    if (ask.at - at < times.from) fault(`the second step came ${ask.at - at} ms after the first`)
    if (ask.at - heardAt > times.until) fault(`the arm had run out`)
    const user = this.#armsUsed.get(armId)
    if (user !== undefined && user !== ask.key) fault(`the arm was used up by ${user}`)
    this.#armsUsed.set(armId, ask.key)
    const live = this.#options.life()?.core.store.get().projects[arm.projectId]?.live
    if (arm.act === 'stop' && live?.liveId !== arm.liveId)
      fault(`it meant ${arm.liveId}, and ${live?.liveId} is known to run`)
    const read = this.evidence
      .readingsOf(arm.projectId)
      .toSorted((one, other) => one.sentAt - other.sentAt)
      .at(-1)
    if (arm.act === 'stop' && read?.running && read.life === life && read.liveId !== arm.liveId && read.sentAt > at)
      fault(`it meant ${arm.liveId}, and ${read.liveId} was read to run`)
  }

  answered(wire: Wire, { status, body, readable }: Came): void {
    const { operation, key } = wire
    const { now } = this.#options
    const live = body as { status: string; liveId: string | null }
    if (operation === 'live' && readable && status < 300) this.evidence.read(wire, now(), live)
    if (operation === 'stop' && readable && status < 300) this.#ended.set(key, live.liveId)
    this.#switches.ended(wire, readable)
    if (isAct(operation)) this.evidence.ended(wire, now(), readable)
  }

  lost(wire: Wire): void {
    this.#switches.ended(wire, false)
    if (isAct(wire.operation)) this.evidence.ended(wire, this.#options.now(), false)
  }

  /** From here on the padlock may be open, and lost requests may be given up: the user says so. */
  asked({ key, command, source }: Ask): void {
    if (this.#asked.has(key)) return
    this.#asked.set(key, this.#asked.size + 1)
    if (command.type === 'setPadlock' && !command.locked) this.#opened = this.#asked.size
    if (command.type !== 'unlockGoLive' || !PERSONAL_SOURCES.includes(source)) return
    const target = this.#options.life()?.core.store.get().targetId ?? null
    this.evidence.unlock(command.projectId ?? target ?? '')
  }

  told(ask: Ask, outcome: Outcome, before: Outcome | null): void {
    const { report } = this.#options
    if (before && !isDeepStrictEqual(plain(before), plain(outcome)))
      report('contradicted', `${said(ask)} was told ${JSON.stringify(before)}, then ${JSON.stringify(outcome)}`)
    if (outcome.result === 'refused' && outcome.refusal.reason === 'internal')
      report('own', `${said(ask)}: ${outcome.refusal.message}`)
    if (ask.command.type in MAY_SEND) this.evidence.toldOfAct(this.#options.now())
    if (outcome.result !== 'unknown') this.evidence.close(ask.key)
    if (outcome.result !== 'done') return
    const { command } = ask
    const { done } = outcome
    const ended = this.#ended.get(ask.key) ?? null
    if (done.what === 'stopped' && ended !== null && done.liveId !== ended)
      report('contradicted', `${said(ask)} was told that ${done.liveId} ended, and it was ${ended}`)
    if (command.type === 'setPadlock' && command.locked)
      this.#closed = Math.max(this.#closed, this.#asked.get(ask.key) ?? 0)
  }

  died(life: number): void {
    this.evidence.died(life, this.#options.now())
    this.#switches.died(life)
  }

  /** At any moment: nothing unsettled is forgotten, whichever process died in between. */
  look(): void {
    const { life, report } = this.#options
    const state = life()?.core.store.get()
    if (!state) return
    for (const projectId of new Set(this.evidence.sendings.map((one) => one.projectId))) {
      const open = this.evidence.unsettledStart(projectId)
      // If the project was deleted since, that settles what was sent to it.
      if (!open || this.#options.isGone(projectId)) continue
      if (this.#forgotten.has(open.key) || state.projects[projectId]?.pending) continue
      this.#forgotten.add(open.key)
      report('guard', `the start of ${open.key} is forgotten`)
    }
  }
}

export const said = ({ key, command }: Ask): string => `${key} ${command.type}`

/** The value after a round trip through JSON, as it is written and sent. */
export const plain = (value: object): unknown => JSON.parse(JSON.stringify(value))
