import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ClientMessage, ServerMessage } from '../../../shared/bridge/messages.ts'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { type Queried, QueryError, type Reading } from '../../../shared/query/query.ts'
import type { WindowName } from '../../../shared/settings/desktopNames.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { describeProgramProblem, type ProgramProblem } from '../../../shared/words/cli/programs.ts'
import { sleep } from '../../util/time.ts'
import { eachLine } from './socket.ts'

export type { ProgramProblem }

/** Why a program got no response from a running Cuelight. The message is meant for the user. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
  readonly about: ProgramProblem

  constructor(about: ProgramProblem) {
    super(describeProgramProblem(about))
    this.about = about
  }
}

/** The meaning of a failed connection, by the system's error code. */
function connectionProblem({ code = '', message }: NodeJS.ErrnoException): ProgramError {
  if (code === 'ENOENT') return new ProgramError({ problem: 'nobody' })
  // The file exists and nothing listens: a socket left by a crash, or no socket at all.
  const isLeftOver = ['ECONNREFUSED', 'ENOTSOCK'].includes(code)
  return new ProgramError(isLeftOver ? { problem: 'leftOver' } : { problem: 'unreachable', said: message })
}

/** A program's connection to the socket of the Cuelight that runs on a data dir. */
export type ProgramClient = ReturnType<typeof clientOf>

/** The longest time for a running core to return its state, in ms. */
const ANSWER_MS = 3_000
/**
 * The longest time for the outcome of a command, in ms: long enough for a stop that the service delays for a minute.
 */
const OUTCOME_MS = 90_000
/** The largest state, in characters: several times the total of all lists that a core reads (`LONGEST_LIST`). */
const LARGEST_ANSWER = 64 * 1024 * 1024

/** Connects to the core that listens at a path. Every promise of a client rejects only with a `ProgramError`. */
export async function connectProgram(path: string, clock: Clock): Promise<ProgramClient> {
  const socket = connect(path)
  await once(socket, 'connect').catch((error) => Promise.reject(connectionProblem(error)))
  return clientOf(socket, clock)
}

/** Connects, with repeated attempts for a while: a core that is just starting holds its lock before it listens. */
export async function connectPatiently(path: string, clock: Clock): Promise<ProgramClient> {
  const giveUp = clock.monotonic() + ANSWER_MS
  for (;;) {
    try {
      return await connectProgram(path, clock)
    } catch (error) {
      if (clock.monotonic() > giveUp) throw error
      await sleep(clock, ASK_AGAIN_MS)
    }
  }
}

const ASK_AGAIN_MS = 100

/** Extracts the response from a message; null if the message is not the response. */
type AnswerIn<T> = (heard: ServerMessage) => T | null

function clientOf(socket: Socket, clock: Clock) {
  const listeners = new Set<(message: ServerMessage) => void>()
  const waiting = new Set<(problem: ProgramProblem) => void>()
  let closed = false
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      closed = true
      for (const giveUp of waiting) giveUp({ problem: 'lost', sent: true })
      resolve()
    })
  })
  // An error is followed by `close`, where it is handled.
  socket.on('error', () => socket.destroy())
  eachLine(socket, LARGEST_ANSWER, (line) => {
    const message = ServerMessage.safeParse(parseJson(line))
    if (message.success) for (const listener of [...listeners]) listener(message.data)
  })

  const say = (message: ClientMessage) => socket.write(`${JSON.stringify(ClientMessage.parse(message))}\n`)

  function ask<T>(message: ClientMessage, answerIn: AnswerIn<T>, withinMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = (about: ProgramProblem) => over(() => reject(new ProgramError(about)))
      const listener = (heard: ServerMessage) => {
        const answer = answerIn(heard)
        if (answer !== null) over(() => resolve(answer))
        else if (heard.type === 'invalid' && heard.id === idOf(message))
          giveUp({ problem: 'notUnderstood', field: heard.field, said: heard.message })
      }
      const stop = clock.after(withinMs, () => giveUp({ problem: 'silent', waitedMs: withinMs }))
      function over(end: () => void): void {
        stop()
        listeners.delete(listener)
        waiting.delete(giveUp)
        end()
      }
      listeners.add(listener)
      waiting.add(giveUp)
      if (closed) giveUp({ problem: 'lost', sent: false })
      else say(message)
    })
  }

  const outcomeOf = (message: Extract<ClientMessage, { type: 'command' | 'link' }>): Promise<Outcome> =>
    ask(message, (heard) => (heard.type === 'outcome' && heard.id === message.id ? heard.outcome : null), OUTCOME_MS)

  return {
    /** The current state. */
    state: () => ask({ type: 'resync' }, (heard) => (heard.type === 'snapshot' ? heard.state : null), ANSWER_MS),
    /** Sends a command once, under its own id: it is never sent again, even if the connection is lost. */
    send: (command: CommandInput, id: string = randomUUID()) =>
      outcomeOf({ type: 'command', id, command, at: clock.now() }),
    /** Reads through the core's cache. Rejects with a `QueryError` if the core could not read it. */
    async query(name: Queried, input: unknown, again = false): Promise<Reading<unknown>> {
      const id = randomUUID()
      const heard = await ask({ type: 'query', id, name, input, again }, answerTo(id), OUTCOME_MS)
      if (heard.type === 'noAnswer') throw new QueryError(heard.why, heard.failure)
      return heard
    },
    /** From then on this connection is an agent's, of that name. Rejects if this Cuelight knows no agents. */
    becomeAgent: (name: string) =>
      ask({ type: 'agent', name }, (heard) => (heard.type === 'agent' ? true : null), ANSWER_MS),
    /** A deep link: it has the source `link` there and can only arm. */
    open: (url: string) => outcomeOf({ type: 'link', id: randomUUID(), url }),
    /** A new address that opens the panel in a browser, once. */
    panelAddress: () =>
      ask({ type: 'panelAddress' }, (heard) => (heard.type === 'panelAddress' ? heard.address : null), ANSWER_MS),
    /** Calls back with every message received. Returns the unsubscribe function. */
    listen(take: (message: ServerMessage) => void): () => void {
      listeners.add(take)
      return () => listeners.delete(take)
    },
    /** Requests a snapshot, and the changes from then on, without waiting for it. */
    follow: () => void say({ type: 'resync' }),
    /** Resolves when the connection has ended, on either side. */
    ended,
    close: () => socket.destroy(),
  }
}

const answerTo = (id: string) => (heard: ServerMessage) =>
  (heard.type === 'answer' || heard.type === 'noAnswer') && heard.id === id ? heard : null

/** The id under which a message that was not understood is reported. */
const idOf = (message: ClientMessage): string | null => ('id' in message ? message.id : null)

/** The outcome of showing the window; or, without a desktop, an address that opens the panel instead. */
export type BroughtUp = { outcome: Outcome } | { panelAddress: string }

/** Brings a window of the running Cuelight to the front, or returns an address of its panel. */
export async function focusRunning(client: ProgramClient, window: WindowName): Promise<BroughtUp> {
  const outcome = await client.send({ type: 'showWindow', window })
  if (outcome.result !== 'refused' || outcome.refusal.reason !== 'notHere') return { outcome }
  return { panelAddress: await client.panelAddress() }
}
