/**
 * What a control surface does, without Cuelight's own client: a second implementation of the handshake, in plain Node.
 */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import WebSocket from 'ws'
import { openPairings } from '../../electron/remote/control/pairings.ts'
import { servePanel } from '../../electron/remote/panelServer.ts'
import { openSessions } from '../../electron/remote/sessions.ts'
import { newPairingCode, pairingIdOf, pairingKeysOf } from '../../electron/util/pairingKeys.ts'
import type { ControlCommandInput } from '../../shared/control/commands.ts'
import type { ControlState } from '../../shared/control/model.ts'
import type { ControlReply } from '../../shared/control/protocol.ts'
import type { Scope } from '../../shared/control/scopes.ts'
import { stage } from '../core/stage.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { newDir } from '../fakes/rig.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { showOf } from './showKit.ts'

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest()

/** What a client says of itself for a nonce of the core. @param host as in its address */
export function identifyOf(code: string, coreNonce: string, host: string, more: object = {}) {
  const clientKey = hmac(code, 'Client Key')
  const storedKey = sha256(clientKey)
  const nonce = randomBytes(32).toString('hex')
  const signature = hmac(storedKey, `cuelight-control 1 ${host} ${nonce} ${coreNonce}`)
  const proof = Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0))).toString('hex')
  const pairing = sha256(storedKey).toString('hex').slice(0, 16)
  return { type: 'identify', version: 1, pairing, nonce, proof, ...more }
}

/** The proof that the real core gives. */
export const coreProofOf = (code: string, host: string, nonces: string): string =>
  hmac(hmac(code, 'Server Key'), `cuelight-control 1 ${host} ${nonces}`).toString('hex')

type Of<Type extends ControlReply['type']> = Extract<ControlReply, { type: Type }>

export type Surface = Awaited<ReturnType<typeof surface>>

/** A connected surface that keeps the state as it is sent. */
export async function surface(address: string, code: string, more: object = {}) {
  const { socket, heard, closed } = await greeted(address)
  const { host } = new URL(address)
  const [{ nonce }] = heard as [Of<'hello'>]
  const identify = identifyOf(code, nonce, host, more)
  let state: ControlState | null = null
  let revision = -1
  /** Patches that did not fit on what was there. */
  let gaps = 0
  const waiting = new Set<(reply: ControlReply) => void>()
  socket.on('message', (data) => {
    const reply = JSON.parse(String(data)) as ControlReply
    if (reply.type === 'snapshot') ({ state, revision } = reply)
    else if (reply.type === 'patch' && state) {
      if (reply.base !== revision) gaps += 1
      state = { ...state, ...reply.changes } as ControlState
      revision = reply.revision
    }
    for (const hear of [...waiting]) hear(reply)
  })
  const next = <Type extends ControlReply['type']>(type: Type, id?: string): Promise<Of<Type>> =>
    new Promise((resolve) => {
      const hear = (reply: ControlReply) => {
        if (reply.type !== type || (id !== undefined && 'id' in reply && reply.id !== id)) return
        waiting.delete(hear)
        resolve(reply as Of<Type>)
      }
      waiting.add(hear)
    })
  const send = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  send(identify)
  const identified = await Promise.race([next('identified'), closed])
  return {
    ...{ socket, closed, heard, identify, next, send },
    identified: typeof identified === 'number' ? null : identified,
    proof: coreProofOf(code, host, `${identify.nonce} ${nonce}`),
    state: (): ControlState => {
      if (!state) throw new Error('no state came')
      return state
    },
    revision: () => revision,
    gaps: () => gaps,
    command(command: ControlCommandInput, id: string = randomUUID()): Promise<Of<'outcome'>> {
      const coming = next('outcome', id)
      send({ type: 'command', id, command })
      return coming
    },
    query(name: string, input: object = {}): Promise<Of<'answer'> | Of<'noAnswer'>> {
      const id = randomUUID()
      const coming = Promise.race([next('answer', id), next('noAnswer', id)])
      send({ type: 'query', id, name, input })
      return coming
    },
    /** A reply came, so everything sent before was handled. */
    async settled(): Promise<void> {
      const id = randomUUID()
      const coming = next('pong', id)
      send({ type: 'ping', id })
      await coming
    },
  }
}

/** A connection that has been greeted and said nothing yet; everything it hears. */
export async function greeted(address: string, options: WebSocket.ClientOptions = {}) {
  const socket = new WebSocket(address, options)
  atEnd(() => socket.terminate())
  const heard: ControlReply[] = []
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve)
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
  })
  socket.on('message', (data, binary) => binary || heard.push(JSON.parse(String(data)) as ControlReply))
  await Promise.race([once(socket, 'message').catch(() => {}), closed])
  return { socket, heard, closed }
}

/** A core that has read a show, with its panel's server and a way to pair. */
export async function controlled(options: IndependentOptions = {}) {
  const on = await stage(options)
  const { core, clock, dataDir, log } = on.rig
  const sessions = openSessions(dataDir, clock)
  const pairings = openPairings(sessions.file, clock)
  const note = (line: string) => log.push(line)
  async function serve(port: number) {
    const one = await servePanel({ core, sessions, pairings, pages: newDir(), port, log: note })
    let closed: Promise<void> | null = null
    const close = () =>
      (closed ??= one
        .close()
        .then(() => sessions.written())
        .then(() => {}))
    return closing({ ...one, close })
  }
  const served = await serve(0)
  const address = `ws://127.0.0.1:${served.port}/control`

  /** Pairs a program. @returns its code */
  async function pair(scope: Scope, name: string = scope): Promise<string> {
    const code = newPairingCode()
    await pairings.create({ name, scope, ...pairingKeysOf(code) })
    return code
  }
  return {
    ...on,
    ...{ address, pair, pairings, sessions, panel: served },
    /** Serves again after a close, on this port. */
    serveAgain: serve,
    idOf: (code: string) => pairingIdOf(pairingKeysOf(code)),
    connect: async (scope: Scope, name?: string, more?: object) => surface(address, await pair(scope, name), more),
    ...showOf(on),
  }
}
