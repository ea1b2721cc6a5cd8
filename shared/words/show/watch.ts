/** The watch page: what the browsers of this computer show of a broadcast, and the answers of its address. */

/** The name of the destination. */
export const WATCH_PAGE_NAME = 'Watch page'

/** What is on, in words. The page shows a line of them below, if there is one. */
export const WATCH_STATES = {
  live: { state: 'LIVE', note: '' },
  slate: { state: 'LIVE', note: 'Nothing plays right now.' },
  starting: { state: 'Starting', note: 'The picture appears here in a moment.' },
  waiting: { state: 'Waiting', note: 'On air. The picture appears as soon as it arrives.' },
  off: { state: 'Off air', note: 'This page starts by itself when the show goes on air.' },
  ended: { state: 'Ended', note: 'The broadcast is over. This page starts again with the next one.' },
  full: { state: 'Full', note: 'As many viewers as possible are watching. Trying again.' },
  unreachable: { state: 'No contact', note: 'The studio does not respond. Trying again.' },
  unplayable: { state: 'Cannot play', note: 'This browser cannot play H.264 and AAC. Try another browser.' },
} as const

export const WATCH_WORDS = {
  soundOn: 'Turn sound on',
  soundOff: 'Turn sound off',
  play: 'Play',
  picture: 'The broadcast',
  noScript: 'This page needs JavaScript to show the broadcast.',
} as const

/** Why there is nothing at an address, as plain text. */
export const WATCH_REFUSALS = {
  noPage: 'There is nothing to watch at this address.\n',
  onlyGet: 'Only GET is possible here.\n',
  notOurs: 'Open this page in the address bar: other pages have no access to it.\n',
  notRunning: 'Nothing is on air here at the moment.\n',
  full: 'As many viewers as possible are watching.\n',
} as const
