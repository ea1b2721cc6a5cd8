/** The local studio: always there, made by nobody, never removed. */
export const STUDIO_PROFILE = 'studio'
/** What the command line asked for: for this run only. */
export const RUN_PROFILE = 'run'

/** What can be chosen for running shows, by name: apart from its schemas, which no page needs at first. */
export const PREFERENCES = ['holdMs', 'cancelWindowMs', 'pressUntilMs', 'liveMs', 'idleMs'] as const
export type PreferenceName = (typeof PREFERENCES)[number]
