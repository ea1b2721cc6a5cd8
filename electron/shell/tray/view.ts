/** The whole tray as a function of the state: pure, and equal for equal states, so that it is drawn only when it changed. */
import { type AppState, targetOf } from '../../../shared/state.ts'
import { tallyOf } from '../../../shared/tally.ts'
import { gap, lines, type TrayItem, type TrayView } from './items.ts'
import { sceneItems, showItems } from './showItems.ts'
import { type Seen, stateLines, titleOf, tooltipOf } from './stateLines.ts'
import { ownItems, targetItems } from './targetItems.ts'

/** What the tray knows beside the state. */
export interface TrayExtras {
  /** What came of the last press, in words, while it is told. */
  answer: string | null
}

/**
 * What the tray shows. Times are in whole minutes: `viewChangesAt` says when it changes without the state changing.
 *
 * @param now wall time in ms
 */
export function trayView(state: AppState, now: number, { answer }: TrayExtras): TrayView {
  const target = targetOf(state)
  const seen: Seen = { state, target, tally: tallyOf(state, target, now), now }
  return {
    icon: { tally: seen.tally, rehearsal: state.service.rehearsal },
    tooltip: tooltipOf(seen),
    title: titleOf(seen),
    menu: [
      ...answerItems(answer),
      ...stateLines(seen),
      gap,
      ...showItems(seen),
      ...sceneItems(seen),
      ...targetItems(seen),
      ...ownItems(seen),
    ],
  }
}

const answerItems = (answer: string | null): TrayItem[] => (answer === null ? [] : [...lines('answer', answer), gap])
