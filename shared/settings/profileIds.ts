/** The local studio: always there, made by nobody, never removed. */
export const STUDIO_PROFILE = 'studio'
/** What the command line asked for: for this run only. */
export const RUN_PROFILE = 'run'
