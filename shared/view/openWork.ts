import type { AppState } from '../state.ts'
import { WORKFLOW_WORDS } from '../words/commands/workflows.ts'

/** A project's name if it is known, else its id. */
export const projectNameIn = ({ projects, projectList }: AppState, projectId: string): string =>
  projects[projectId]?.name ?? projectList.items.find(({ id }) => id === projectId)?.name ?? projectId

/** One line for each edit of several requests that is running or incomplete. */
export const openWorkLines = (state: AppState): string[] =>
  state.openWork.map((one) => WORKFLOW_WORDS.open(one, projectNameIn(state, one.projectId)))

/** What would be left incomplete, each with its progress, if Cuelight stopped working on it now. */
export const leftHalfDone = (state: AppState): string[] =>
  state.openWork.map((one) => WORKFLOW_WORDS.leftAs(one, projectNameIn(state, one.projectId)))
