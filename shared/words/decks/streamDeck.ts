/** The Stream Deck plugin: its keys, what they say, and its property inspector. */
/** Each action in the Stream Deck's list, and what it does. */
export const DECK_ACTIONS = {
  tally: { name: 'Tally and clock', about: 'What is on air, and for how long.' },
  goLive: { name: 'Go live', about: 'Press twice to go live.' },
  stop: { name: 'Stop', about: 'Hold until the ring is full. Let go to cancel.' },
  scene: {
    name: 'Scene',
    about: 'Switches to one scene. On a dial: turn to choose, press to take it.',
    turn: 'Choose a scene',
    press: 'Take it',
  },
  next: { name: 'Next scene', about: 'Switches to the next scene.' },
  previous: { name: 'Previous scene', about: 'Switches to the scene before.' },
  back: { name: 'Back', about: 'Switches to the scene that was active before.' },
  take: { name: 'Take', about: 'Puts the next scene on air.' },
  sync: { name: 'Sync', about: 'Shows viewers the project as it is now.' },
  autoSync: { name: 'Auto-sync', about: 'On: changes reach viewers at once.' },
  padlock: { name: 'Close padlock', about: 'Turns live controls off. Only a person opens it, in Cuelight.' },
  macro: { name: 'Macro', about: 'Runs one macro.' },
} as const

/** On a key, in few letters. */
export const DECK_KEY_WORDS = {
  goLive: 'Go live',
  stop: 'Stop',
  sync: 'Sync',
  autoSync: 'Auto-sync',
  padlock: 'Padlock',
  next: 'Next',
  previous: 'Previous',
  back: 'Back',
  take: 'Take',
  macro: 'Macro',
  scene: 'Scene',
  sceneNumber: (number: string) => `Scene ${number}`,
  tally: 'Cuelight',
  wait: 'WAIT',
  again: 'AGAIN?',
  hold: 'HOLD',
  follows: 'THEN',
  on: 'ON',
  off: 'OFF',
  open: 'OPEN',
  closed: 'CLOSED',
  stale: 'NO CONTACT',
  unknown: '?',
  error: '!',
  chosen: 'PRESS',
  notPaired: 'Not paired',
  noProject: 'No show',
} as const

/** What a press did, if Cuelight did not say it. Each fits on a key. */
export const DECK_NOTES = {
  notPaired: 'Not paired. Open this key’s settings.',
  notSent: 'No contact. Nothing was sent.',
  mayHaveWorked: 'Contact lost. It may have worked: look.',
  onlyArmed: 'Contact lost. Nothing was done.',
  notUnderstood: 'Cuelight is another version. Nothing was sent.',
  chooseScene: 'Choose a scene in this key’s settings.',
  chooseMacro: 'Choose a macro in this key’s settings.',
  noScene: 'No such scene. Nothing was sent.',
  noMacro: 'No such macro. Nothing was sent.',
  several: 'Several scenes fit. Use a number.',
  notKnown: 'Not read yet. Nothing was sent.',
  turn: 'Turn to choose a scene.',
  nothingRuns: 'Nothing is on air.',
  letGo: 'Let go too soon. Not stopped.',
  confirmThere: 'Armed. Confirm in Cuelight.',
} as const

/** Why there is no connection, by what Cuelight said; `other`: anything else. */
export const DECK_TROUBLES = {
  notPaired: 'Cuelight does not accept this pairing: it was ended there, or the code is wrong. Pair again.',
  version: 'This plugin and Cuelight have no version in common. Update the older one.',
  tooMany: 'Cuelight has too many connections. End some in Settings, Access.',
  silent: 'Cuelight has not said anything for 2 s. Every lamp is grey until it does.',
  other: 'Cuelight cannot be reached. Start it, or paste its address below. This plugin keeps trying.',
} as const

export const INSPECTOR_WORDS = {
  title: 'Cuelight',
  scene: 'Scene',
  sceneHint: 'Name or number',
  press: 'When pressed',
  asSet: 'As set in Cuelight',
  take: 'On air at once (Take)',
  cue: 'Waits for Sync (Cue)',
  macro: 'Macro',
  pairing: 'Pairing',
  code: 'Code',
  codeHint: 'cue_…',
  pair: 'Pair',
  unpair: 'Forget pairing',
  how: 'In a terminal: cuelight pair NAME --scope show. Paste what it prints, address included.',
  moved: 'Cuelight has another address now? Paste that alone: cuelight pairings prints it.',
  connectsTo: (address: string) => `Connects to ${address}`,
  kept: 'Stream Deck keeps the code on this computer. You can end the pairing at any time in Cuelight: Settings, Access.',
  none: 'Not paired yet.',
  connecting: 'Connecting…',
  noCode: 'There is no pairing code in this. It begins with cue_.',
  notHere: 'The address must be on this computer, as in ws://127.0.0.1:4717/control.',
  pairedAs: (name: string, may: string) => `Paired as ${name}: ${may}.`,
} as const

export const DECK_ABOUT =
  'Runs your live stream from a Stream Deck: every lamp true, every press guarded by Cuelight.'
