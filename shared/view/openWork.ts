import type { AppState } from '../state.ts'
import { WORKFLOW_WORDS } from '../words/workflows.ts'

/** A project's name, wherever it is known; else its id. */
export const projectNameIn = ({ projects, projectList }: AppState, projectId: string): string =>
  projects[projectId]?.name ?? projectList.items.find(({ id }) => id === projectId)?.name ?? projectId

/** A line for each edit of several requests that is under way or half done. */
export const openWorkLines = (state: AppState): string[] =>
  state.openWork.map((one) => WORKFLOW_WORDS.open(one, projectNameIn(state, one.projectId)))

/** What would be left half done, each with how far it is, were Cuelight to go no further with it now. */
export const leftHalfDone = (state: AppState): string[] =>
  state.openWork.map((one) => WORKFLOW_WORDS.leftAs(one, projectNameIn(state, one.projectId)))
