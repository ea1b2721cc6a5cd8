/** What can be chosen for running shows, by name: apart from its schemas, which no page needs at first. */
export const PREFERENCES = ['holdMs', 'cancelWindowMs', 'pressUntilMs', 'liveMs', 'idleMs'] as const
export type PreferenceName = (typeof PREFERENCES)[number]
