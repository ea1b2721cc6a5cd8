/** OSC packets, whole or not at all (OSC 1.0, opensoundcontrol.org): bundles here, messages by osc-min. */
import { fromBuffer, type OscMessageOutput } from 'osc-min'

export type OscMessage = OscMessageOutput

/** A press needs a hundredth of it; a packet that is larger is none of ours. In bytes. */
const LARGEST = 4_096
/** More messages in a packet are no press of a hand. */
const MOST = 16
const BUNDLE = Buffer.from('#bundle\0')
/** The time tag that means at once. */
const AT_ONCE = 1n
/** From the epoch of time tags, 1900, to that of wall times, in seconds. */
const SINCE_1900 = 2_208_988_800
/** The clock of a device may be ahead of ours by this, in ms. */
const AHEAD_MS = 1_000

export type Packet = { messages: OscMessage[] } | { wrong: 'malformed' | 'later' }

class Later extends Error {}

/**
 * The messages of a packet, in their order. A bundle whose time is later than now is refused: what is on air then is not
 * what its sender saw, and a cue must not come by itself. One whose time has passed is done at once, as OSC says.
 *
 * @param now wall ms
 */
export function messagesIn(packet: Buffer, now: number): Packet {
  const messages: OscMessage[] = []
  try {
    if (packet.length > LARGEST) throw new Error('too large')
    read(packet, now, messages)
    return { messages }
  } catch (error) {
    return { wrong: error instanceof Later ? 'later' : 'malformed' }
  }
}

function read(packet: Buffer, now: number, into: OscMessage[]): void {
  if (packet.subarray(0, BUNDLE.length).equals(BUNDLE)) {
    readBundle(packet, now, into)
    return
  }
  const message = fromBuffer(packet)
  if (message.oscType !== 'message' || into.length === MOST) throw new Error('no press')
  into.push(message)
}

/** Every element counts: if one of them is malformed, so is the whole. @throws beyond the end of the packet */
function readBundle(packet: Buffer, now: number, into: OscMessage[]): void {
  if (packet.length % 4 !== 0) throw new Error('not a multiple of 4')
  if (isLater(packet.readBigUInt64BE(8), now)) throw new Later()
  for (let at = 16; at < packet.length; ) {
    const size = packet.readInt32BE(at)
    const [from, to] = [at + 4, at + 4 + size]
    if (size <= 0 || to > packet.length) throw new Error('no element')
    read(packet.subarray(from, to), now, into)
    at = to
  }
}

function isLater(tag: bigint, now: number): boolean {
  if (tag === AT_ONCE) return false
  const wall = (Number(tag >> 32n) - SINCE_1900) * 1_000 + (Number(tag & 0xffff_ffffn) / 2 ** 32) * 1_000
  return wall > now + AHEAD_MS
}
