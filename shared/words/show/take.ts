/** Whether switching to a scene also puts it on air. */
export const TAKE_WORDS = {
  name: 'Switching a scene',
  options: { cue: 'Cue', take: 'Take' },
  about: 'Cue: it is next, and goes on air with Sync. Take: it goes on air at once, with all other changes.',
} as const
