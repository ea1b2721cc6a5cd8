import type { Fault } from './fault.ts'

const pseudo = ['test/renderer/pseudo.test.ts']
const outside = ['test/words/outside.test.ts']
const languages = ['test/words/languages.test.ts']

/** What would keep another language out, or break in it. */
export const wordsFaults: Fault[] = [
  {
    name: 'words: a title of the page that no language can change',
    file: 'renderer/hooks/useTitle.ts',
    from: 'PRODUCT}`',
    to: "'Cuelight'}`",
    tests: pseudo,
  },
  {
    name: 'words: a text in a part',
    file: 'renderer/parts/Sync.tsx',
    from: 'name={NAMES.sync}',
    to: 'name="Sync now"',
    tests: outside,
  },
  {
    name: 'words: buttons that never break their line',
    file: 'renderer/styles/base.css',
    from: '  overflow-wrap: break-word;\n  touch-action: manipulation;',
    to: '  white-space: nowrap;\n  touch-action: manipulation;',
    tests: pseudo,
  },
  {
    name: 'words: a line of the run that is longer at the left',
    file: 'renderer/parts/Tally.css',
    from: '  inset-block-end: -1px;\n  inset-inline: -0.5rem 0;',
    to: '  inset: auto 0 -1px -0.5rem;',
    tests: pseudo,
  },
  {
    name: 'words: times and numbers in English whatever the language',
    file: 'shared/words/format.ts',
    from: 'new Intl.NumberFormat(LANGUAGE.tag)',
    to: "new Intl.NumberFormat('en')",
    tests: languages,
  },
  {
    name: 'words: the direction of the language kept from the page',
    file: 'renderer/main.tsx',
    from: 'dir: LANGUAGE.dir',
    to: "dir: 'ltr'",
    tests: pseudo,
  },
]
