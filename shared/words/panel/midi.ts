/** MIDI pads: which pad does what, and what is wrong. */
export const MIDI_ACTION_WORDS = {
  goLive: 'Go live (press twice)',
  stop: 'Stop (hold)',
  next: 'Next scene',
  previous: 'Previous scene',
  back: 'Back',
  take: 'Take: next scene, on air at once',
  sync: 'Sync',
  autoSync: 'Auto-sync',
  padlock: 'Close padlock',
  scene: (number: number) => `Scene ${number}`,
} as const

export const MIDI_WORDS = {
  heading: 'MIDI pads',
  about:
    'Pads and buttons of a MIDI controller press Cuelight’s keys, and light up as its lamps: bright is on, half is under way. The choice is kept in this browser.',
  on: 'Use MIDI',
  onAbout: 'While this page is open, also in the background.',
  none: 'no pad',
  press: 'Press the pad.',
  nobody: 'No MIDI controller is connected. Connect one: it appears here by itself.',
  devices: (names: string) => `Connected: ${names}.`,
  elsewhere: 'Another page of this browser uses the pads. Close it, and they work here.',
  asking: 'The browser asks whether Cuelight may use MIDI. Allow it.',
  denied: 'The browser does not let this page use MIDI. Allow it in the settings of this page, then reload.',
  unsupported: 'This browser has no MIDI. Chrome, Edge, Firefox and the desktop app do.',
  pad: (device: string, what: string) => `${device}: ${what}`,
  note: (number: number, channel: number) => `note ${number}, channel ${channel}`,
  control: (number: number, channel: number) => `control ${number}, channel ${channel}`,
  unplugged: 'The pad’s device was unplugged. Not stopped.',
} as const

export const MIDI_NAMES = { learn: 'Learn', cancel: 'Cancel', forget: 'Forget' } as const
