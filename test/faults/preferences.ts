import type { Fault } from './fault.ts'

const core = ['test/core/preferences.test.ts']
const settings = ['test/core/settings.test.ts']
const importing = ['test/profiles/importing.test.ts']
const hotkeys = ['test/shell/hotkeys.test.ts']
const panel = ['test/renderer/showSettings.test.ts']

const choice = 'renderer/setup/show/useChoice.ts'

/** What a person chooses for running shows. */
export const preferenceFaults: Fault[] = [
  {
    name: 'preferences: arm by the default times, whatever was chosen',
    file: 'electron/core/core.ts',
    from: '() => settings.get().preferences.guard',
    to: '() => ({ holdMs: 1_500, cancelWindowMs: 3_000, pressUntilMs: 3_000 })',
    tests: core,
  },
  {
    name: 'preferences: let the chosen time shorten the gap between two presses',
    file: 'shared/arming.ts',
    from: 'return { from: PRESS_GAP_MS, until: guard.pressUntilMs }',
    to: 'return { from: guard.pressUntilMs > 9_000 ? 0 : PRESS_GAP_MS, until: guard.pressUntilMs }',
    tests: core,
  },
  {
    name: 'preferences: let programs choose',
    file: 'shared/commands.ts',
    from: 'setPreferences: row({ ...personal,',
    to: "setPreferences: row({ reach: 'own',",
    tests: core,
  },
  {
    name: 'preferences: take a hold of nothing',
    file: 'shared/preferences.ts',
    from: 'holdMs: { least: 1_000,',
    to: 'holdMs: { least: 0,',
    tests: [...panel, ...settings],
  },
  {
    name: 'preferences: forget what was chosen at the next start',
    file: 'electron/core/handlers/own.ts',
    from: 'const kept = context.settings.change({ preferences })',
    to: 'const kept = Promise.resolve()',
    tests: core,
  },
  {
    name: 'preferences: begin with the defaults although others are kept',
    file: 'electron/core/core.ts',
    from: 'draft.preferences = settings.get().preferences',
    to: '',
    tests: importing,
  },
  {
    name: 'preferences: put the next reading off with each choice',
    file: 'electron/core/feed.ts',
    from: 'if (dueAt >= planned.dueAt) return',
    to: 'if (dueAt >= planned.dueAt) return plan(topic)',
    tests: core,
  },
  {
    name: 'preferences: keep the old pace until the next reading',
    file: 'electron/core/feed.ts',
    from: 'if (preferences.pace === pace) return',
    to: 'if (preferences.pace !== undefined) return',
    tests: core,
  },
  {
    name: 'preferences: say that a reading costs less than it does',
    file: 'shared/pace.ts',
    from: 'project: scheduled ? 2 : 1,',
    to: 'project: 0,',
    tests: core,
  },
  {
    name: 'preferences: count the scenes as one page however many there are',
    file: 'shared/pace.ts',
    from: 'Math.ceil(scenes / PAGE.most)',
    to: '1',
    tests: core,
  },
  {
    name: 'preferences: lose the desktop settings of an older file',
    file: 'shared/settings.ts',
    from: '({ ...EARLIER_DEFAULTS, ...three, version: SETTINGS_VERSION })',
    to: '({ ...three, ...EARLIER_DEFAULTS, version: SETTINGS_VERSION })',
    tests: settings,
  },
  {
    name: 'preferences: let a file from elsewhere replace what was chosen here',
    file: 'electron/core/profiles/importing.ts',
    from: 'withPart(withPart(DEFAULT_PREFERENCES, file.preferences), chosenOf(held.preferences))',
    to: 'withPart(held.preferences, file.preferences)',
    tests: importing,
  },
  {
    name: 'preferences: take a second press of a hotkey by the default time',
    file: 'electron/shell/hotkeys/presses.ts',
    from: 'clock.monotonic() + lastsMs(arm)',
    to: 'clock.monotonic() + 3_000',
    tests: hotkeys,
  },
  {
    name: 'preferences: send each step of a choice by itself',
    file: choice,
    from: 'setTimeout(() => void latest.current(), QUIET_MS)',
    to: 'setTimeout(() => void latest.current(), 0)',
    tests: panel,
  },
  {
    name: 'preferences: lose a step made right before leaving',
    file: choice,
    from: 'useEffect(() => () => void latest.current(), [])',
    to: '',
    tests: panel,
  },
  {
    name: 'preferences: send what is beyond the bounds',
    file: choice,
    from: 'if (ms === null || !isWithin(name, ms)) return',
    to: 'if (ms === null) return',
    tests: panel,
  },
  {
    name: 'preferences: say 1.5 s whatever is chosen',
    file: 'shared/words/show.ts',
    from: 'exactSpan(holdMs)}.`',
    to: 'exactSpan(holdMs > 0 ? 1_500 : 0)}.`',
    tests: panel,
  },
]
