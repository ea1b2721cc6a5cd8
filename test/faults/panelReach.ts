import type { Fault } from './fault.ts'

const plant = (name: string, file: string, from: string, to: string, test: string): Fault => ({
  name: `panel's reach: ${name}`,
  file,
  from,
  to,
  tests: [test],
})
const reach = 'test/renderer/reach.test.ts'
const modes = 'test/renderer/accessModes.test.ts'

/** Deliberate faults of our own in who can use the panel, and how much of it has to be loaded first. */
export const panelReachFaults: Fault[] = [
  plant(
    'load at first what is needed later',
    'renderer/main.tsx',
    "import './withoutEval.ts'",
    "import './withoutEval.ts'\nimport '../shared/commands.ts'",
    'test/renderer/firstLoad.test.ts',
  ),
  plant(
    'say everything again for what passes by itself',
    'renderer/parts/Tally.tsx',
    "(running ? basisOf(target, 'notKnown') : null)",
    "(running ? (basisOf(target, 'notKnown') ?? basisOf(target, 'lastSync')) : null)",
    reach,
  ),
  plant(
    'lose the focus when the cancel window goes',
    'renderer/parts/ArmBar.tsx',
    'if (free && before instanceof HTMLElement) before.focus()',
    'if (free && before === null) element?.focus()',
    reach,
  ),
  plant(
    "lay a list's head over the way out of a stop",
    'renderer/parts/Scenes.css',
    '  isolation: isolate;\n',
    '',
    reach,
  ),
  plant(
    'hide the mark of what has the focus',
    'renderer/styles/base.css',
    ':focus-visible {',
    ':focus-visible:not(button) {',
    modes,
  ),
  plant(
    'stop at once when no pointer pressed it',
    'renderer/hooks/useHoldToStop.ts',
    "if (event.detail === 0 || !pointerCame.current) begin(mirror, spot, 'cancelWindow')",
    'if (event.detail !== 0 && !pointerCame.current) return',
    reach,
  ),
  plant('answer in silence', 'renderer/parts/Answer.tsx', '<span aria-live="polite">', '<span>', reach),
  plant('mark the near end by colours alone', 'renderer/parts/Tally.css', 'border: 2px solid;', '', modes),
]
