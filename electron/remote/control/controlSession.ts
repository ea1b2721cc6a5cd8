import { commandOf } from '../../../shared/control/commands.ts'
import { type ControlReply, ControlRequest, type Identify, LATE_MS } from '../../../shared/control/protocol.ts'
import type { Paired, Scope } from '../../../shared/control/scopes.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import type { LocalQueryName } from '../../../shared/query/query.ts'
import { NO_SUCH_QUERY } from '../../../shared/words/cli/programs.ts'
import { describeOutcome, describeRefusal } from '../../../shared/words/outcomes/outcomes.ts'
import { type Allowance, answerTo, hearing } from '../../core/bridge/clientSession.ts'
import { createInbox } from '../../core/bridge/inbox.ts'
import type { Core } from '../../core/core.ts'
import { guarded } from '../../util/faults.ts'
import type { ControlFeed } from './feed.ts'

/** While a client sends more than it may, one of its messages is read per this interval, in ms. */
const SLOW_MS = 10
/** About this Cuelight and its users, and not about the show. */
export const NOT_OFFERED: readonly string[] = [
  'panelSessions',
  'pairings',
  'phones',
  'thisComputer',
] satisfies LocalQueryName[]
const TOO_MANY = { reason: 'tooMany' } as const

export interface ControlSessionOptions {
  core: Core
  feed: ControlFeed
  /** The pairing that this connection proved: set by the carrier, never by a message. */
  paired: Paired & { readonly id: string }
  /** What it may do now: a person may have armed it. */
  scope: () => Scope
  events: Identify['events']
  /** How much this pairing may request, over all its connections. */
  allowance: Allowance
  /** Sends a message, already serialized. */
  write: (text: string) => void
  /** The carrier must not read while this is true. */
  onFull: (full: boolean) => void
  onFault: (error: unknown) => void
}

/** One client of the control API that has proved its pairing: requests in, state and outcomes out. */
export function createControlSession(options: ControlSessionOptions) {
  const { core, feed, paired, scope, events, allowance, write, onFull, onFault } = options
  const say = (reply: ControlReply) => write(JSON.stringify(reply))
  const rest = () => inbox.rest(SLOW_MS)
  const heard = hearing(ControlRequest, { allowance, act, say, rest })
  const inbox = createInbox(core.clock, { take: guarded(heard, onFault), onFull, onFault })

  // Before it listens: what changed until then is in its snapshot, and nothing else.
  if (events.includes('state')) say(feed.snapshot())
  const stopFeed = events.includes('state') ? feed.listen(write) : () => {}
  const stopTouched = events.includes('touched')
    ? core.onTouched(({ names, projectId }) => say({ type: 'touched', names: [...names], projectId }))
    : () => {}

  function command({ id, command: asked, asOf }: Extract<ControlRequest, { type: 'command' }>): void {
    const answer = (outcome: Outcome) => say(outcomeReply(id, outcome))
    const meant = commandOf(asked, core.store.get())
    if ('reason' in meant) {
      answer({ result: 'refused', refusal: meant })
      return
    }
    const [by, until] = [{ ...paired, scope: scope() }, asOf === undefined ? undefined : asOf + LATE_MS]
    // Two pairings may use the same id without being taken for one.
    inbox.track(core.dispatch(`${paired.id} ${id}`, meant, 'pairing', by, until), answer)
  }

  /** Whoever hears it has heard every change before it. */
  function pong(id: string): void {
    feed.flush()
    say({ type: 'pong', id, now: core.clock.now() })
  }

  function act(request: ControlRequest): void {
    const isAllowed = allowance.take()
    if (!isAllowed) rest()
    if (request.type === 'resync') say(feed.snapshot())
    else if (!isAllowed) say(oneTooMany(request))
    else if (request.type === 'ping') pong(request.id)
    else if (request.type === 'command') command(request)
    else if (NOT_OFFERED.includes(request.name)) say({ type: 'noAnswer', id: request.id, why: NO_SUCH_QUERY })
    else {
      const { id, name, input } = request
      const answer = answerTo(core, { id, name, input })
      inbox.track(answer, (reply) => say('why' in reply ? { type: 'noAnswer', id, why: reply.why } : reply))
    }
  }

  return {
    /** Receives a whole message as text, not parsed yet. It is handled in this client's next turn. */
    receive: inbox.receive,
    /** What it sent and was not handled yet is dropped; what was begun goes on. */
    close(): void {
      inbox.close()
      stopFeed()
      stopTouched()
    },
  }
}

function oneTooMany(request: Exclude<ControlRequest, { type: 'resync' }>): ControlReply {
  if (request.type === 'command') return outcomeReply(request.id, { result: 'refused', refusal: TOO_MANY })
  return { type: 'invalid', id: request.id, field: 'type', message: describeRefusal(TOO_MANY) }
}

/** An outcome in few words: programs look at the result and the reason, people read the sentence. */
export function outcomeReply(id: string, outcome: Outcome): ControlReply {
  return {
    type: 'outcome',
    id,
    result: outcome.result,
    reason: reasonOf(outcome),
    sentence: describeOutcome(outcome),
    arm: outcome.result === 'armed' ? armedOf(outcome.arm) : null,
  }
}

function reasonOf(outcome: Outcome): string {
  if (outcome.result === 'done') return outcome.done.what
  if (outcome.result === 'armed') return outcome.arm.act
  return outcome.result === 'refused' ? outcome.refusal.reason : outcome.failure.kind
}

/** Durations, because the client's clock need not match the core's. */
const armedOf = ({ armId, armedAt, notBefore, expires }: Extract<Outcome, { result: 'armed' }>['arm']) => ({
  id: armId,
  waitMs: notBefore - armedAt,
  lastsMs: expires - armedAt,
})
