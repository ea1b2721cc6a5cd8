/** What a start says in the terminal it was typed into. */
export const STARTING_WORDS = {
  noBrowser: 'No browser could be opened here: open the address above by hand.',
  leftToChromium: (options: string) => `Left to Chromium, for they are no options of Cuelight's: ${options}`,
  notStarted: (why: string) => `Cuelight could not start: ${why}`,
  portTaken: (asked: number, taken: number) =>
    `Port ${asked} cannot be had: another program has it, or this user may not. The panel is on ${taken}.`,
} as const
