/** `cuelight osc`: what it prints, and what it sends back. */
import { inARow } from '../format.ts'

export const OSC_WORDS = {
  usage:
    'It needs a port of this computer, from 1024 to 65535, then the addresses that may press: cuelight osc 8000 127.0.0.1:9000. With a port of theirs, lamps are sent there. Nothing was opened.',
  noAddress: (typed: string) =>
    `"${typed.slice(0, 40)}" is no address of one device. Write it in numbers, as in 192.168.1.20 or 192.168.1.20:9000. Nothing was opened.`,
  ownPort: 'Lamps must go to another port than the one that hears presses. Nothing was opened.',
  notOpen: (port: number, why: string) =>
    `UDP port ${port} could not be opened (${why}). Choose another one, or end the program that has it.`,
  noServer: 'This Cuelight serves no control API, so OSC has nothing to talk to.',
  hears: (port: number, from: readonly string[], name: string) =>
    `OSC: port ${port} hears ${inARow(from)}. Paired as ${name}.`,
  lamps: (to: readonly string[]) => (to.length === 0 ? 'Lamps go nowhere.' : `Lamps go to ${inARow(to)}.`),
  unarmed: (name: string) =>
    `Stop and Go live are off until you arm them: Settings, Access, or cuelight pairings arm "${name}".`,
  connected: 'Connected to Cuelight.',
  trouble: (why: string) => `No contact with Cuelight: ${why}. Lamps are stale, and presses are not sent.`,
  ended: 'The pairing was ended in Cuelight. Start cuelight osc again to go on.',
  over: 'OSC is closed. Its pairing has ended.',
  stranger: (address: string) => `Ignored: ${address} sends OSC, and may not press. It gets no reply.`,
  malformed: (address: string) => `Ignored: ${address} sends packets that are not OSC.`,
  notOurs: (address: string, typed: string) =>
    `Ignored: ${address} sends ${typed.slice(0, 60)}, which means nothing here, or with other values.`,
  tooMany: (address: string) => `Ignored: ${address} sends more than a hand can press.`,
  /** To the surface, as the outcome of a bundle. */
  later: 'Not done: it was timed for later. Cuelight acts at once or not at all.',
  cancelled: 'Nothing is armed here.',
} as const
