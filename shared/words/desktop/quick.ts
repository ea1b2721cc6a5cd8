/** Texts of the tray's quick panel and about past broadcasts: none of them is needed on start. */
import type { ProjectState } from '../../state.ts'
import { span } from '../format.ts'

export const lastErrorAgo = (ms: number): string => `An error ended the last broadcast ${span(ms)} ago.`

/** How a broadcast ended that was not stopped from here. */
export const lastEndAgo = ({ by }: NonNullable<ProjectState['lastEnd']>, name: string, ms: number): string =>
  ({
    plan: `${name} ended as planned ${span(ms)} ago.`,
    elsewhere: `${name} was ended elsewhere ${span(ms)} ago.`,
    lateStop: `${name} ended ${span(ms)} ago.`,
  })[by]

/** The quick panel beside the tray: short, because the main window gives the details. */

export const QUICK_NAMES = { open: 'Open Cuelight' } as const

export const QUICK_WORDS = {
  open: 'The main window, with all the rest.',
  noKey: 'No API key yet. Add it in the main window.',
  choose: 'Choose the project to show in the main window.',
  lost: 'No contact with Cuelight. Any live broadcast continues.',
} as const
