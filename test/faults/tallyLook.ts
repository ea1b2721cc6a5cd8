import type { Fault } from './fault.ts'

const plant = (name: string, file: string, from: string, to: string): Fault => ({
  name: `tally: ${name}`,
  file: `renderer/parts/${file}`,
  from,
  to,
  tests: ['test/renderer/tallyLook.test.ts'],
})

/** Deliberate faults of our own in how the tally looks. */
export const tallyLookFaults: Fault[] = [
  {
    name: 'tally: mark a scene as on air that no destination takes',
    file: 'shared/view/marks.ts',
    from: "reachesNobody(target) ? 'running' : 'onAir'",
    to: "reachesNobody(target) ? 'onAir' : 'onAir'",
    tests: ['test/renderer/view.test.ts'],
  },
  {
    name: 'tally: let Go live shine behind the padlock',
    file: 'renderer/parts/Controls.css',
    from: '.controls[data-locked] .act:not([aria-disabled]) {',
    to: '.controls[data-bolted] .act:not([aria-disabled]) {',
    tests: ['test/renderer/tally.test.ts'],
  },
  {
    name: 'tally: let Go live shine while nothing answers',
    file: 'renderer/view/reasons.ts',
    from: 'return !fails && ',
    to: 'return ',
    tests: ['test/renderer/tally.test.ts'],
  },
  plant('leave a word out of its lamp', 'Lamp.tsx', "  stale: ['line'],\n", ''),
  plant(
    'show a count where none is known',
    'Lamp.tsx',
    "tally === 'unsynced' && edits !== null",
    "tally === 'unsynced'",
  ),
  plant('fill the line with what is left', 'RunLine.tsx', '(run / whole)', '(end.leftMs / whole)'),
  plant('draw a line where no end is known', 'RunLine.tsx', '|| end === null) return null', ') return 0'),
  plant('leave the strip away', 'TallyStrip.tsx', 'if (!away) return null', 'if (away) return null'),
  plant('forget in the strip that it is a rehearsal', 'TallyStrip.tsx', '{rehearsal && <span', '{false && <span'),
  plant(
    'read the strip out as well',
    'TallyStrip.tsx',
    '<div className="strip" aria-hidden="true">',
    '<div className="strip" role="status">',
  ),
  plant('lay the strip over the focus', 'Tally.css', 'scroll-padding-block: 4rem 1rem;', ''),
  {
    name: 'tally: draw in another typeface first',
    file: 'renderer/main.tsx',
    from: 'typeface(), firstNews(mirror)]',
    to: 'firstNews(mirror)]',
    tests: ['test/renderer/tallyLook.test.ts'],
  },
]
