/** The lower parts of the show screen, which the first moment does not need: one script. */
export { Journal } from '../../features/journal/Journal.tsx'
export { RunningMacro } from '../../features/macros/RunningMacro.tsx'
export { ShowTarget } from '../../features/projects/ShowTarget.tsx'
export { PreviewCard } from '../../features/show/preview/PreviewCard.tsx'
export { BudgetLow } from '../../features/show/status/Budget.tsx'
export { PendingEditList } from '../../features/show/status/PendingEdits.tsx'
export { OtherBroadcasts } from './OtherBroadcasts.tsx'
