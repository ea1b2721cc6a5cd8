/** What the panel's server says to whom it turns away: plain words for a person at a browser. */
export const DOOR_WORDS = {
  usedAddress: 'This address has been used already, or is not one of ours.',
  unreadableAddress: 'The address cannot be read.',
  notOurs: 'This address is not ours.',
  onlyGet: 'Only GET is answered here.',
  noBody: 'Nothing may be sent along here.',
  noPage: 'There is no such page.',
  ownFault: 'Cuelight could not answer. See its log.',
} as const
