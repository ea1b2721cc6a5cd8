import { createAppStore } from '../../electron/core/state/store.ts'
import { createTrayControl } from '../../electron/shell/tray/control.ts'
import { type AppState, targetOf } from '../../shared/state.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { appState, NOW } from '../renderer/states.ts'
import { withScenes } from '../shell/trayStates.ts'
import { type Bench, judged, percentile, type Row, round } from './rows.ts'

const SCENES = 300
const WARM_UP = 300
const ROUNDS = 3_000
/** A week of readings while nothing changes but their time, and the budget with each request. */
const READINGS = 10_000

/** From a change of the state to the tray's view of it, compared and ready to be drawn. */
export const trayBench: Bench = {
  name: 'tray',
  asShipped: true,
  async run() {
    const times = timesToView()
    const row = { bench: 'tray', case: `${SCENES} scenes`, subject: 'cuelight', unit: 'ms' }
    const drawn: Omit<Row, 'metric'> = {
      ...row,
      case: `${READINGS} readings that say nothing new`,
      value: redraws(),
      unit: '',
    }
    return [
      judged({ ...row, metric: 'state to view, median', value: round(percentile(times, 0.5), 3) }, { atMost: 2 }),
      judged({ ...row, metric: 'state to view, p99', value: round(percentile(times, 0.99), 3) }, { atMost: 2 }),
      judged({ ...drawn, metric: 'redraws' }, { atMost: 0 }),
    ]
  },
}

function tray(state: AppState) {
  const clock = new VirtualClock(NOW)
  const store = createAppStore(state)
  let drawn = 0
  const unasked = () => {
    throw new Error('nobody presses here')
  }
  const control = createTrayControl({
    ...{ core: { store }, clock, act: unasked, onAnswer: unasked, log: unasked },
    actions: { showPanel: unasked, showSettings: unasked, quit: unasked, open: unasked },
    draw() {
      drawn += 1
    },
  })
  return { clock, store, control, drawn: () => drawn }
}

/** Each round another scene goes on air: nothing of the round before can be kept. */
function timesToView(): number[] {
  const { store, control } = tray(appState(withScenes(SCENES)))
  const times: number[] = []
  for (let nth = 0; nth < WARM_UP + ROUNDS; nth++) {
    const start = performance.now()
    store.change((draft) => {
      const air = targetOf(draft)?.air
      if (air) air.sceneId = `s${(nth % SCENES) + 1}`
    })
    if (nth >= WARM_UP) times.push(performance.now() - start)
  }
  control.stop()
  return times
}

function redraws(): number {
  const { clock, store, control, drawn } = tray(appState(withScenes(SCENES)))
  const before = drawn()
  for (let nth = 0; nth < READINGS; nth++) {
    store.change((draft) => {
      draft.budget.remaining = nth % 150
      draft.service.answeredAt = clock.now() + nth
      const live = targetOf(draft)?.live
      if (live) live.readAt = clock.now() - (nth % 5_000)
    })
  }
  control.stop()
  return drawn() - before
}
