import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Bridge, type Download, isShutOut, type LinkStatus } from '../../shared/bridge/bridge.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { LiveStatus } from '../../shared/contract/records.ts'
import { type Ask, intend } from '../../shared/intents/intents.ts'
import { type AppState, targetOf } from '../../shared/state.ts'
import { reconciledResult } from '../../shared/view/reconciled.ts'
import { LinkError } from '../bridge/questions.ts'
import { setCoreTime } from './coreClock.ts'
import { createStopControl, RESTING, type StopControl, type StopState } from './stopControl.ts'
import {
  type Answer,
  type FeedbackId,
  isRefusedFor,
  outdatedBy,
  passesWithNext,
  type Submission,
  staysFor,
  waitsItsTurn,
} from './submissions.ts'

export interface PanelState {
  /** What the core last told; null before the first snapshot. */
  state: AppState | null
  link: LinkStatus
  presses: Partial<Record<FeedbackId, Submission>>
  stop: StopState
  /** Cuelight was quit from here: what it left on air, by name. Null again as soon as one answers. */
  ended: readonly string[] | null
}

export interface PanelStore {
  store: StoreApi<PanelState>
  /**
   * Sends what a control asks for, and shows at its spot how it goes. While the reply to the last press is waited for,
   * another one is not sent and said to be not: null.
   */
  press(spot: FeedbackId, command: CommandInput): Promise<Answer | null>
  /** Asks for something of the show target, as this page shows it now. */
  ask(spot: FeedbackId, ask: Ask): Promise<Answer | null>
  /** Shows an answer that needed no core. */
  tell(spot: FeedbackId, answer: Answer): void
  dismiss(spot: FeedbackId): void
  stop: StopControl
  /** Hands a file of Cuelight's to the person; rejects with why not, in plain words. */
  save(download: Download, about?: string): Promise<string | null>
  /** Where a file is that was dropped here; null: a browser does not tell. */
  pathOf: Bridge['pathOf'] | null
  /** What this browser is let in with, as the list of all names it; null in the desktop app. */
  sessionId(): string | null
  /** Reads through the core's cache; the panel asks by `data/`. */
  query: Bridge['query']
  onTouched: Bridge['onTouched']
  /** Begins to follow the core; answers what ends it. */
  follow(): () => void
}

/** The panel's panel of the core: what is drawn, and the one way to ask for something. */
export function createPanelStore(bridge: Bridge): PanelStore {
  const store = createStore<PanelState>(() => ({
    state: null,
    link: 'connecting',
    presses: {},
    stop: RESTING,
    ended: null,
  }))
  const spots = createSpots(store)
  const { tell, clear, dismiss } = spots

  /** What was lost and has come out since is told as it came out, and not as lost any more. */
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
    return bridge.subscribe(
      (state, now) => {
        if (now !== undefined) setCoreTime(now)
        const { state: last } = store.getState()
        store.setState({ state })
        // The faults that were named, and the question whether to go live all the same, are another project's.
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
        // Whoever is shut out is shown no show: not what was known of it before either.
        store.setState({ link, ...(link === 'up' && { ended: null }), ...(isShutOut(link) && { state: null }) })
        if (link !== 'up') stop.linkLost()
      },
    )
  }

  return {
    ...{ store, press, ask, tell, dismiss, stop, follow },
    pathOf: bridge.pathOf ?? null,
    sessionId: () => bridge.sessionId?.() ?? null,
    save: (download, about) => bridge.save(download, about),
    query: bridge.query,
    onTouched: bridge.onTouched,
  }
}

/** How it goes with what was last asked for at each spot. */
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
      if (answer.result === 'done' && answer.done.what === 'quitting')
        store.setState({ ended: answer.done.leftOnAir })
      const ms = staysFor(answer)
      if (Number.isFinite(ms)) setTimeout(() => store.getState().presses[spot] === press && dismiss(spot), ms)
    },
  }
}

/** Was the padlock opened? Then what it refused can be pressed anew. */
const isOpened = (last: AppState | null, { padlock }: AppState) => last?.padlock.locked === true && !padlock.locked

function statusOf(state: AppState | null): LiveStatus | null {
  return (state && targetOf(state)?.live?.status) ?? null
}

async function send(bridge: Bridge, command: CommandInput): Promise<Answer> {
  try {
    return await bridge.send(command)
  } catch (error) {
    return { result: error instanceof LinkError && !error.sent ? 'notSent' : 'linkLost' }
  }
}
