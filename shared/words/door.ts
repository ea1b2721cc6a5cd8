/** What the panel's server says to whom it turns away: plain words for a person at a browser. */
export const DOOR_WORDS = {
  noSession: 'This browser has no session.',
  usedToken: 'This address has been used already, or is not one of ours.',
  oncePerAddress: 'Each printed address opens the panel once.',
  /** What to do; the command is set apart by the page. */
  newAddress: [
    'Run ',
    'cuelight panel',
    ' (from a checkout: npm run --silent cuelight -- panel): it prints a new one, and what is on air goes on untouched.',
  ],
  unreadableAddress: 'The address cannot be read.',
  notOurs: 'This address is not ours.',
  onlyGet: 'Only GET is answered here.',
  noBody: 'Nothing may be sent along here.',
  foreignPage: "Another page asked for this. Only Cuelight's own page gets it.",
  noPage: 'There is no such page.',
  ownFault: 'Cuelight could not answer. See its log.',
} as const
