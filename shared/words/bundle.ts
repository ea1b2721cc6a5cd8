/** What the bundle for supporters says of itself, in plain words. */

export const SUPPORT_WORDS = {
  title: 'What is in this file',
  about: [
    'Cuelight made it because you asked for it, to help somebody find out what went wrong.',
    'Nothing of it was sent anywhere: you decide who gets it. Have a look before you hand it on.',
  ],
  inside: 'Inside:',
  missing: 'Not inside, although it would belong here:',
  nothingMissing: 'Nothing that belongs here is missing.',
  secrets: [
    'No secret is in it: keys, tokens, sessions and passwords were taken out of every file, and "[hidden]" stands in',
    'their place. Files that hold keys, sessions or the local studio itself are never put in.',
    'What is in it: names of your projects, scenes and destinations, addresses of services, and names of folders.',
  ],
  onlyEnd: (kilobytes: number) => `only its last ${kilobytes} kB`,
  notThere: 'there is none',
  noFile: 'it is not a file',
  unreadable: (reason: string) => `it could not be read (${reason})`,
} as const

/** What each file is for. */
export const SUPPORT_FILES = {
  log: 'what Cuelight wrote down for people who look for faults',
  journal: 'what was done and what came of it',
  settings: 'what is kept from run to run',
  studioLog: 'what the local studio wrote down',
  override: 'how the service differs from the contract, as its operator says',
  versions: 'which versions run here',
  state: 'all that Cuelight knew at this moment',
} as const

export const LOG_WORDS = {
  cut: (characters: number) => `… (${characters} more characters)`,
  failed: (reason: string) => `The log file cannot be written: ${reason}. What would stand there is shown here only.`,
} as const
