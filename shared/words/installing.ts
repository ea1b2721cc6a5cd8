/** What is said when the `cuelight` command is put where a terminal finds it. */
export const INSTALL_WORDS = {
  /** Stands in every launcher that Cuelight writes: only such a file is ever replaced. */
  marker: 'Written by Cuelight, which replaces this file only while this line stands in it.',
  notOurs: (path: string) =>
    `There is another program at ${path}. It was left alone: move it away first, or call Cuelight's by its own path.`,
  notWritten: (path: string, why: string) => `${path} could not be written: ${why}. Nothing was changed.`,
  addToPath: (line: string) => `Where a terminal does not find it, put this line into ~/.profile: ${line}`,
  otherCopy: 'It starts another copy of Cuelight: install it again',
  shadowed: (path: string) => `A terminal finds another program first: ${path}`,
} as const
