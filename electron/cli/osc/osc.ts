/** `cuelight osc`: presses and lamps by OSC, with a pairing of its own, for as long as it runs. */
import type { Pairings } from '../../../shared/control/pairings.ts'
import { EXIT } from '../../../shared/words/cli/cli.ts'
import { OSC_WORDS } from '../../../shared/words/cli/osc.ts'
import { connectProgram, ProgramError } from '../../core/bridge/socketClient.ts'
import { newPairingCode, pairingIdOf, pairingKeysOf } from '../../util/pairingKeys.ts'
import type { Answer } from '../answer.ts'
import { type Desk, sendOnce } from '../desk.ts'
import { createOscBridge, openPort } from './bridge.ts'
import { type OscPlace, placeIn } from './peers.ts'

/** Its code is made here and is nowhere else: neither in a file, nor on the command line, nor in the core. */
export async function osc(desk: Desk): Promise<Answer> {
  const place = placeIn(desk.typed.about)
  if (typeof place === 'string') return { code: EXIT.usage, sentence: place }
  const socket = await openPort(place).catch((error: Error) => error.message)
  // The port first: whoever has it may be another one of these, whose pairing must stay.
  if (typeof socket === 'string') return { code: EXIT.refused, sentence: OSC_WORDS.notOpen(place.port, socket) }
  const paired = await pairAs(desk, `OSC ${place.port}`)
  if ('code' in paired) {
    socket.close()
    return paired
  }
  const { id, name, pairing } = paired
  for (const line of linesOf(place, name)) desk.write(line)
  const bridge = createOscBridge({ clock: desk.clock, socket, peers: place.peers, pairing, say: desk.write })
  const isEnded = await Promise.race([desk.stopped.then(() => false), bridge.ended.then(() => true)])
  await bridge.close()
  if (isEnded) return { code: EXIT.refused, sentence: OSC_WORDS.ended }
  await unpair(desk, id)
  return { code: EXIT.done, sentence: OSC_WORDS.over }
}

function linesOf({ port, peers }: OscPlace, name: string): string[] {
  const to = peers.flatMap(({ address, lampPort }) => (lampPort === null ? [] : [`${address}:${lampPort}`]))
  const from = peers.map(({ address }) => address)
  return [OSC_WORDS.hears(port, from, name), OSC_WORDS.lamps(to), OSC_WORDS.unarmed(name)]
}

interface Paired {
  id: string
  name: string
  pairing: { address: string; code: string }
}

/** Pairs under this name, in place of one that was left by a run that did not end well. */
async function pairAs(desk: Desk, name: string): Promise<Paired | Answer> {
  const known = (await desk.client.query('pairings', {}, true)).value as Pairings
  const { address } = known
  if (address === null) return { code: EXIT.refused, sentence: OSC_WORDS.noServer }
  const left = known.pairings.find((one) => one.name === name && one.scope === 'cues')
  if (left) await sendOnce(desk, { type: 'endPairings', pairingId: left.id })
  const code = newPairingCode()
  const keys = pairingKeysOf(code)
  const answer = await sendOnce(desk, { type: 'createPairing', name, scope: 'cues', ...keys })
  return answer.code === EXIT.done ? { id: pairingIdOf(keys), name, pairing: { address, code } } : answer
}

/** The Cuelight that runs now may be another process than the one that was running at first. */
async function unpair({ path, clock }: Desk, pairingId: string): Promise<void> {
  try {
    const client = await connectProgram(path, clock)
    await client.send({ type: 'endPairings', pairingId })
    client.close()
  } catch (error) {
    // It is gone: the next run ends what it has stored.
    if (!(error instanceof ProgramError)) throw error
  }
}
