/** The local studio: always there, never created or removed. */
export const STUDIO_PROFILE = 'studio'
/** The profile requested on the command line, for this run only. */
export const RUN_PROFILE = 'run'

/** The names of the preferences for running shows. Separate from their schemas, which no page needs on start. */
export const PREFERENCES = ['holdMs', 'cancelWindowMs', 'pressUntilMs', 'liveMs', 'idleMs'] as const
export type PreferenceName = (typeof PREFERENCES)[number]
