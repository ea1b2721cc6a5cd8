import type * as z from 'zod'
import { type Download, LARGEST_MESSAGE } from '../../../shared/bridge/bridge.ts'
import { ClientMessage, type ServerMessage } from '../../../shared/bridge/messages.ts'
import { firstInvalid, type Source } from '../../../shared/commands/commands.ts'
import { QUERY_NAMES } from '../../../shared/contract/inputs.ts'
import type { Paired } from '../../../shared/control/scopes.ts'
import { ServiceError } from '../../../shared/failures.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { isLocal } from '../../../shared/query/local.ts'
import type { Queried, QueryInput } from '../../../shared/query/query.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { NO_SUCH_QUERY } from '../../../shared/words/cli/programs.ts'
import { describeFailure } from '../../../shared/words/outcomes/failures.ts'
import { describeRefusal } from '../../../shared/words/outcomes/outcomes.ts'
import { createReadingShare, type ReadingShare, readFor } from '../../service/budget/readingShare.ts'
import { createBucket } from '../../util/bucket.ts'
import { guarded } from '../../util/faults.ts'
import type { Sender } from '../commands/guard.ts'
import type { Core } from '../core.ts'
import { intentOfLink } from './deepLink.ts'
import { createInbox } from './inbox.ts'

/** Carries out a deep link, or refuses it. Its source is `link`, so it can at most arm. */
export async function openDeepLink(
  core: Pick<Core, 'store' | 'query' | 'dispatch'>,
  id: string,
  url: unknown,
): Promise<Outcome> {
  const meant = await intentOfLink(core, url)
  return 'reason' in meant ? { result: 'refused', refusal: meant } : core.dispatch(id, meant, 'link')
}

/**
 * How many commands a client may send at once, and how many more per second: a key held down repeats about 30 times.
 */
const BURST = 120
const PER_SECOND = 40
/** A client that sent more is refused until quiet for this long, in ms: a refused command is never carried out late. */
const QUIET_MS = 250
/** Meanwhile one of its messages is read per this interval, in ms. */
const SLOW_MS = 10

/** How much one client may request. */
export interface Allowance {
  /** Counts one message; false if it exceeds the limit. */
  take(): boolean
  /** The part of the request budget that it may use for readings. */
  readings: ReadingShare
}

/** A bucket that refills every second; once exceeded, it reopens only after a quiet time without messages. */
export function createAllowance(clock: Pick<Clock, 'monotonic'>): Allowance {
  const bucket = createBucket(clock, BURST, PER_SECOND / 1_000)
  let closedUntil = clock.monotonic()
  return {
    readings: createReadingShare(clock),
    take() {
      const now = clock.monotonic()
      if (bucket.isEmpty() || now < closedUntil) {
        closedUntil = now + QUIET_MS
        return false
      }
      bucket.take()
      return true
    },
  }
}

/** A client that does not read what it is sent is disconnected once this much is waiting for it, in bytes. */
export const MOST_WAITING = 16 * 1024 * 1024
const TOO_MANY = { reason: 'tooMany' } as const

/**
 * How long after its press a command may be read, in ms: later, its sender meant another moment. A page repeats a command
 * for 5 s after a broken link.
 */
export const LATE_MS = 6_000

export type ClientSession = ReturnType<typeof createClientSession>

export interface ClientSessionOptions {
  /** Set by the carrier, never by a message. */
  source: Source
  /** The pairing that it proved, if any: also set by the carrier. */
  paired?: Paired
  /** May it read this? Left out: everything. */
  offers?: (query: string) => boolean
  say: (message: ServerMessage) => void
  /** Receives whether the user can see the view at the other end. */
  onVisible?: (visible: boolean) => void
  /** How much this client may request, if it shares that with others. */
  allowance?: Allowance
  /** Makes an address from which a file can be downloaded once; only carriers that serve files offer it. */
  downloadAddress?: (download: Download, about: string | null) => string
  /** Makes an address at which the picture of what is on air can be fetched once; only carriers that serve it offer it. */
  previewAddress?: (projectId: string) => string
  /** Makes a new address that opens the panel; only carriers that know their user offer it. */
  panelAddress?: () => string
  /** Receives the outcome of each deep link that was passed on here. */
  onLink?: (outcome: Outcome) => void
  /** A view that only displays: every request it makes is refused. */
  listensOnly?: boolean
  /** The carrier must not read while this is true. Not needed if only our own code is at the other end. */
  onFull?: (full: boolean) => void
  /** Receives errors that no message should cause; without it, they are only logged. */
  onFault?: (error: unknown) => void
}

/** One client of the core, on any carrier: messages in, state and outcomes out. */
export function createClientSession(core: Core, options: ClientSessionOptions) {
  const { source, say, listensOnly, onVisible, panelAddress, onLink } = options
  const { downloadAddress, previewAddress, offers = () => true } = options
  const { allowance = createAllowance(core.clock), onFull = () => {}, onFault = console.error } = options
  const rest = () => inbox.rest(SLOW_MS)
  const heard = hearing(ClientMessage, { allowance, act, say, rest })
  const inbox = createInbox(core.clock, { take: guarded(heard, onFault), onFull, onFault })
  let unsubscribe: (() => void) | null = null
  /** As the carrier says; it can only be lowered, to an agent. */
  let sender: Sender = { source, paired: options.paired }
  /** Set with the first query: a client that has read nothing is not notified of changes. */
  let onTouched: (() => void) | null = null

  function snapshot(): void {
    unsubscribe ??= core.store.subscribe((change) => say({ type: 'patch', now: core.clock.now(), ...change }))
    say({ type: 'snapshot', revision: core.store.revision(), now: core.clock.now(), state: core.store.get() })
  }

  function answer(id: string, coming: Promise<Outcome>): void {
    inbox.track(coming, (outcome) => say({ type: 'outcome', id, outcome }))
  }

  function query(message: Extract<ClientMessage, { type: 'query' }>): void {
    onTouched ??= core.onTouched(({ names, projectId }) => say({ type: 'touched', names: [...names], projectId }))
    if (offers(message.name)) inbox.track(answerTo(core, message), say)
    else say({ type: 'noAnswer', id: message.id, why: NO_SUCH_QUERY, failure: null })
  }

  const carryOut = ({ id, command, input, at }: Extract<ClientMessage, { type: 'command' }>) =>
    answer(id, core.dispatch(id, command, sourceOf(sender, input), sender.paired, latest(at)))

  const refuse = (id: string | null) => say({ type: 'invalid', id, field: 'type', message: 'not offered here' })

  const isAgent = () => sender.source === 'agent'
  /** A link has no scope and no name: whatever is paired passes none on. */
  const isUnfit = (type: ClientMessage['type']) => type === 'link' && options.paired !== undefined

  /** Only on the user's own socket, where a program says of itself that it may do less. */
  function becomeAgent(name: string): void {
    if (source === 'cli') sender = { source: 'agent', paired: { name, scope: 'arm' } }
    if (isAgent()) say({ type: 'agent' })
    else refuse(null)
  }

  function act(message: ClientMessage): void {
    const { type } = message
    const isAllowed = type === 'visible' || type === 'agent' || allowance.take()
    if (!isAllowed) rest()
    if (type === 'visible') onVisible?.(message.visible)
    else if (type === 'resync') snapshot()
    else if (type === 'agent') becomeAgent(message.name)
    else if (!isAllowed) say(oneTooMany(message))
    else if (type === 'download' && downloadAddress) {
      say({ type: 'downloadAddress', id: message.id, address: downloadAddress(message.download, message.about) })
    } else if (type === 'preview' && previewAddress)
      say({ type: 'downloadAddress', id: message.id, address: previewAddress(message.projectId) })
    else if (type === 'panelAddress' && panelAddress && !isAgent())
      say({ type: 'panelAddress', address: panelAddress() })
    else if (listensOnly || type === 'download' || type === 'preview' || type === 'panelAddress' || isUnfit(type))
      refuse('id' in message ? message.id : null)
    else if (type === 'query') query(message)
    else if (type === 'command') carryOut(message)
    else {
      const opened = openDeepLink(core, message.id, message.url)
      answer(message.id, opened)
      void opened.then(onLink)
    }
  }

  return {
    /** Receives a whole message as text, not parsed yet. It is handled in this client's next turn. */
    receive: inbox.receive,
    close(): void {
      inbox.close()
      unsubscribe?.()
      onTouched?.()
    },
  }
}

const latest = (at?: number) => (at === undefined ? undefined : at + LATE_MS)

/** A page says so itself if a MIDI pad was pressed, which may do less than the page. */
const sourceOf = ({ source }: Sender, input?: 'midi'): Source =>
  input === 'midi' && (source === 'panel' || source === 'window') ? input : source

/** Excess messages are refused before they cost anything: they are neither journalled nor shown to any other client. */
function oneTooMany(message: Exclude<ClientMessage, { type: 'visible' | 'resync' | 'agent' }>): ServerMessage {
  if (message.type === 'command' || message.type === 'link')
    return { type: 'outcome', id: message.id, outcome: { result: 'refused', refusal: TOO_MANY } }
  const id = 'id' in message ? message.id : null
  return { type: 'invalid', id, field: 'type', message: describeRefusal(TOO_MANY) }
}

/** The response to a query. A failed reading is reported to its caller only and affects no other client. */
export async function answerTo(
  core: Pick<Core, 'query'>,
  { id, name, input, again }: Omit<Extract<ClientMessage, { type: 'query' }>, 'type'>,
): Promise<Extract<ServerMessage, { type: 'answer' | 'noAnswer' }>> {
  try {
    if (!isQueried(name)) throw new Error(NO_SUCH_QUERY)
    const { value, readAt } = await core.query(name, input as QueryInput<typeof name>, again)
    return { type: 'answer', id, value, readAt }
  } catch (error) {
    if (error instanceof ServiceError)
      return { type: 'noAnswer', id, why: describeFailure(error.failure).what, failure: error.failure }
    return { type: 'noAnswer', id, why: error instanceof Error ? error.message : String(error), failure: null }
  }
}

const isQueried = (name: string): name is Queried =>
  (QUERY_NAMES as readonly string[]).includes(name) || isLocal(name)

/** Of zod or zod/mini. */
interface Schema<Message> {
  safeParse(value: unknown): z.core.util.SafeParseResult<Message>
}

/** What handles the messages of a client, of whichever protocol. */
interface Hearing<Message> {
  allowance: Allowance
  act(message: Message): void
  say(reply: { type: 'invalid'; id: string | null; field: string; message: string }): void
  /** Reads its next message later: it has sent more than it may. */
  rest(): void
}

/**
 * Returns what takes a whole message as text: one that is not understood is answered, and counts as well. Everything
 * that is read for a message counts towards the readings of its client.
 */
export function hearing<Message>(schema: Schema<Message>, { allowance, act, say, rest }: Hearing<Message>) {
  return (text: string): void => {
    const value = Buffer.byteLength(text) > LARGEST_MESSAGE ? undefined : parseJson(text)
    const parsed = schema.safeParse(value)
    if (parsed.success) {
      readFor(allowance.readings, () => act(parsed.data))
      return
    }
    if (!allowance.take()) rest()
    say({ type: 'invalid', id: idOf(value), ...firstInvalid(parsed.error) })
  }
}

/** The id under which a message that was not understood is reported. */
function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' && id.length <= 100 ? id : null
}

const texts = new WeakMap<object, string>()

/** A message as it is sent. One state or change is serialized once, for any number of clients. */
export function textOf(message: ServerMessage): string {
  const shared = message.type === 'snapshot' ? message.state : message.type === 'patch' ? message.patches : null
  const text = (shared && texts.get(shared)) ?? JSON.stringify(message)
  if (shared) texts.set(shared, text)
  return text
}
