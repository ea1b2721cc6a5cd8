import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Bridge, type Download, isShutOut, type LinkStatus } from '../../shared/bridge/bridge.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { LiveStatus } from '../../shared/contract/records.ts'
import type { Paired } from '../../shared/control/scopes.ts'
import { type Ask, intend } from '../../shared/intents/intents.ts'
import { type AppState, targetOf } from '../../shared/state.ts'
import { reconciledResult } from '../../shared/view/reconciled.ts'
import { LinkError } from '../bridge/questions.ts'
import { coreNow, setCoreTime } from './coreClock.ts'
import { createStopControl, RESTING, type StopControl, type StopState } from './stopControl.ts'
import {
  type Answer,
  type FeedbackId,
  isRefusedFor,
  lookOf,
  outdatedBy,
  passesWithNext,
  type Submission,
  staysFor,
  waitsItsTurn,
} from './submissions.ts'
import { vibrate } from './vibrate.ts'

export interface PanelState {
  /** The latest state from the core; null before the first snapshot. */
  state: AppState | null
  link: LinkStatus
  presses: Partial<Record<FeedbackId, Submission>>
  stop: StopState
  /** Cuelight was quit from here: the names of what it left on air. Null again as soon as a core responds. */
  ended: readonly string[] | null
  /** What this phone may do; null: this page is on no phone, and may do everything. */
  phone: Paired | null
}

export interface PanelStore {
  store: StoreApi<PanelState>
  /**
   * Sends a control's command, and shows the progress at its spot. While the last command of the spot is pending,
   * another one is not sent, which the spot shows; then the result is null.
   */
  press(spot: FeedbackId, command: CommandInput): Promise<Answer | null>
  /** Sends a command for the show target in the state that this page shows. */
  ask(spot: FeedbackId, ask: Ask): Promise<Answer | null>
  /** Sends a command of a MIDI pad, whatever else is under way at this page. Never rejects. */
  sendOfPad(command: CommandInput): Promise<Answer>
  /** Shows an outcome that did not come from the core. */
  tell(spot: FeedbackId, answer: Answer): void
  dismiss(spot: FeedbackId): void
  stop: StopControl
  /** Hands a file from the core to the user; rejects with the reason, in plain words. */
  save(download: Download, about?: string): Promise<string | null>
  /** As the bridge's; null: not available here. */
  preview: Bridge['preview'] | null
  /** The path of a dropped file; null: not available in a browser. */
  pathOf: Bridge['pathOf'] | null
  /** The session that this browser has access with, by its id in the list of sessions; null in the desktop app. */
  sessionId(): string | null
  /** Reads through the core's cache; components use it through `data/`. */
  query: Bridge['query']
  onTouched: Bridge['onTouched']
  /** Starts following the core. @returns a function that stops it */
  follow(): () => void
}

const INITIAL: PanelState = {
  ...{ state: null, link: 'connecting', presses: {}, stop: RESTING, ended: null, phone: null },
}

/** The panel's view of the core: the state to draw, and the only way to send commands. */
export function createPanelStore(bridge: Bridge): PanelStore {
  const store = createStore<PanelState>(() => INITIAL)
  const spots = createSpots(store)
  const { tell, clear, dismiss } = spots

  /** An unknown outcome that has been reconciled since is replaced by the reconciled one. */
  function followUp(): void {
    const { state } = store.getState()
    for (const [spot, press] of spots.all()) {
      if (!state || press?.phase !== 'answered' || !press.command || press.answer.result !== 'unknown') continue
      const out = reconciledResult(state, press.command, press.answer.failure)
      if (out) tell(spot, { result: 'cameOut', out })
    }
  }

  async function press(spot: FeedbackId, command: CommandInput): Promise<Answer | null> {
    if (waitsItsTurn(store.getState().presses[spot], command.type)) return spots.again(spot)
    clear((_, other) => passesWithNext(other))
    spots.sent(spot, command.type)
    const answer = await send(bridge, command)
    tell(spot, answer, command.type)
    followUp()
    return answer
  }

  async function ask(spot: FeedbackId, what: Ask): Promise<Answer | null> {
    const { state } = store.getState()
    const meant = intend(state && targetOf(state), what)
    if (!('reason' in meant)) return press(spot, meant)
    tell(spot, { result: 'refused', refusal: meant })
    return null
  }

  const stop = createStopControl({
    openWork: () => store.getState().state?.openWork ?? [],
    send: (command) => send(bridge, command),
    press,
    tell,
    show: (state) => store.setState({ stop: state }),
  })

  function follow(): () => void {
    bridge.onPhone?.((phone) => store.setState({ phone }))
    return bridge.subscribe(
      (state, now) => {
        if (now !== undefined) setCoreTime(now)
        const { state: last } = store.getState()
        store.setState({ state })
        // The faults, and the question whether to go live anyway, belong to the previous target.
        if (last?.targetId !== state.targetId) clear((spot, { phase }) => spot === 'goLive' && phase === 'answered')
        if (isOpened(last, state)) clear((_, press) => isRefusedFor(press, 'padlocked'))
        stop.sawArm(state.arm)
        followUp()
        const status = statusOf(state)
        if (status === null || status === statusOf(last)) return
        const outdated = outdatedBy(status)
        clear((spot, press) => press.phase === 'answered' && outdated.includes(spot))
      },
      (link) => {
        // A page without access shows no show, not even the last known state.
        store.setState({ link, ...(link === 'up' && { ended: null }), ...(isShutOut(link) && { state: null }) })
        if (link !== 'up') stop.linkLost()
      },
    )
  }

  return {
    ...{ store, press, ask, tell, dismiss, stop, follow },
    sendOfPad: (command) => send(bridge, command, 'midi'),
    ...{ preview: bridge.preview ?? null, pathOf: bridge.pathOf ?? null },
    sessionId: () => bridge.sessionId?.() ?? null,
    save: (download, about) => bridge.save(download, about),
    ...{ query: bridge.query, onTouched: bridge.onTouched },
  }
}

/** The progress of the last command at each spot. */
function createSpots(store: StoreApi<PanelState>) {
  let nr = 0
  const all = () => Object.entries(store.getState().presses) as [FeedbackId, Submission | undefined][]

  function put(spot: FeedbackId, press: Submission | undefined): void {
    store.setState(({ presses }) => ({ presses: { ...presses, [spot]: press } }))
  }

  function dismiss(spot: FeedbackId): void {
    put(spot, undefined)
  }

  return {
    all,
    dismiss,
    clear(which: (spot: FeedbackId, press: Submission) => boolean): void {
      const kept = all().filter(([spot, press]) => press && !which(spot, press))
      store.setState({ presses: Object.fromEntries(kept) })
    },
    sent: (spot: FeedbackId, command: CommandInput['type']) => put(spot, { phase: 'sent', nr: ++nr, command }),
    again(spot: FeedbackId): null {
      const press = store.getState().presses[spot]
      if (press?.phase === 'sent') put(spot, { ...press, nr: ++nr, again: true })
      return null
    },
    tell(spot: FeedbackId, answer: Answer, command: CommandInput['type'] | null = null): void {
      const press: Submission = { phase: 'answered', nr: ++nr, answer, command }
      put(spot, press)
      if (store.getState().phone) vibrate(lookOf(press))
      if (answer.result === 'done' && answer.done.what === 'quitting')
        store.setState({ ended: answer.done.leftOnAir })
      const ms = staysFor(answer)
      if (Number.isFinite(ms)) setTimeout(() => store.getState().presses[spot] === press && dismiss(spot), ms)
    },
  }
}

/** Whether the padlock was opened, so that what it refused can be retried. */
const isOpened = (last: AppState | null, { padlock }: AppState) => last?.padlock.locked === true && !padlock.locked

function statusOf(state: AppState | null): LiveStatus | null {
  return (state && targetOf(state)?.live?.status) ?? null
}

async function send(bridge: Bridge, command: CommandInput, input?: 'midi'): Promise<Answer> {
  try {
    return await bridge.send(command, coreNow(), input)
  } catch (error) {
    return { result: error instanceof LinkError && !error.sent ? 'notSent' : 'linkLost' }
  }
}
