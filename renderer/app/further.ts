/** What of the show stands last, and nobody needs in the first moment: one script. */
export { Journal } from '../features/journal/Journal.tsx'
export { RunningMacro } from '../features/macros/RunningMacro.tsx'
export { AlsoOnAir } from '../features/projects/AlsoOnAir.tsx'
export { ShowTarget } from '../features/projects/ShowTarget.tsx'
export { BudgetLow } from '../features/show/Budget.tsx'
export { PendingEditList } from '../features/show/PendingEdits.tsx'
