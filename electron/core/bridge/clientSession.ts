import { type Download, LARGEST_MESSAGE } from '../../../shared/bridge/bridge.ts'
import { ClientMessage, type ServerMessage } from '../../../shared/bridge/messages.ts'
import { firstInvalid, type Source } from '../../../shared/commands/commands.ts'
import { QUERY_NAMES } from '../../../shared/contract/inputs.ts'
import { ServiceError } from '../../../shared/failures.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { isLocal } from '../../../shared/query/local.ts'
import type { Queried } from '../../../shared/query/query.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { describeFailure } from '../../../shared/words/failures.ts'
import { describeRefusal } from '../../../shared/words/outcomes.ts'
import { NO_SUCH_QUERY } from '../../../shared/words/programs.ts'
import { createReadingShare, type ReadingShare, readFor } from '../../service/budget/readingShare.ts'
import { createBucket } from '../../util/bucket.ts'
import { guarded } from '../../util/faults.ts'
import type { Core } from '../core.ts'
import { intentOfLink } from './deepLink.ts'
import { createInbox } from './inbox.ts'

/** Carries out a deep link, or refuses it: from the source `link`, so that it arms at most. */
export async function openDeepLink(
  core: Pick<Core, 'store' | 'query' | 'dispatch'>,
  id: string,
  url: unknown,
): Promise<Outcome> {
  const meant = await intentOfLink(core, url)
  return 'reason' in meant ? { result: 'refused', refusal: meant } : core.dispatch(id, meant, 'link')
}

/** Commands one client may send at once, and how many more a second: a held key repeats some 30 times. */
const BURST = 120
const PER_SECOND = 40
/** Whoever sent more is refused until nothing has come for so long, in ms: what was held up is never carried out late. */
const QUIET_MS = 250
/** Meanwhile one message of it is read in so many ms. */
const SLOW_MS = 10

/** What one client may ask for. */
export interface Allowance {
  /** Takes one message; false: it is one too many. */
  take(): boolean
  /** What it may spend of the request budget on readings. */
  readings: ReadingShare
}

/** A bucket that fills by the second, and opens again once it is not asked any more. */
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

/** A client that does not take what it is sent is cut off when this much waits for it, in bytes. */
export const MOST_WAITING = 16 * 1024 * 1024
const TOO_MANY = { reason: 'tooMany' } as const

export type ClientSession = ReturnType<typeof createClientSession>

export interface ClientSessionOptions {
  /** Said by the carrier, never by a message. */
  source: Source
  say: (message: ServerMessage) => void
  /** Called with whether a person can see the view at the other end. */
  onVisible?: (visible: boolean) => void
  /** What this client may ask for, where it shares that with others. */
  allowance?: Allowance
  /** Makes an address a file can be fetched from, once; only carriers that serve files offer it. */
  downloadAddress?: (download: Download, about: string | null) => string
  /** Makes a new address that opens the panel; only carriers that know their user offer it. */
  panelAddress?: () => string
  /** Told how each deep link ended that was handed over here. */
  onLink?: (outcome: Outcome) => void
  /** A view that only shows: whatever it asks for is refused. */
  listensOnly?: boolean
  /** The carrier reads no more while it is full. Not needed where nobody but us is at the other end. */
  onFull?: (full: boolean) => void
  /** Called with what no message should make us throw; without it, it is only told. */
  onFault?: (error: unknown) => void
}

/** One client of the core, whatever carries it: messages in, state and outcomes out. */
export function createClientSession(core: Core, options: ClientSessionOptions) {
  const { source, say, listensOnly, onVisible, panelAddress, downloadAddress, onLink } = options
  const { allowance = createAllowance(core.clock), onFull = () => {}, onFault = console.error } = options
  const inbox = createInbox(core.clock, { take: guarded(heard, onFault), onFull, onFault })
  let unsubscribe: (() => void) | null = null
  /** Whoever never read anything hears of no change of it. */
  let onTouched: (() => void) | null = null

  function snapshot(): void {
    unsubscribe ??= core.store.subscribe(({ base, revision, patches }) => {
      say({ type: 'patch', base, revision, now: core.clock.now(), patches })
    })
    say({ type: 'snapshot', revision: core.store.revision(), now: core.clock.now(), state: core.store.get() })
  }

  function answer(id: string, coming: Promise<Outcome>): void {
    inbox.track(coming, (outcome) => say({ type: 'outcome', id, outcome }))
  }

  function query(message: Extract<ClientMessage, { type: 'query' }>): void {
    onTouched ??= core.onTouched(({ names, projectId }) => say({ type: 'touched', names: [...names], projectId }))
    inbox.track(answerTo(core, message), say)
  }

  function refuse(id: string | null): void {
    say({ type: 'invalid', id, field: 'type', message: 'not offered here' })
  }

  function act(message: ClientMessage): void {
    const { type } = message
    const isAllowed = type === 'visible' || allowance.take()
    if (!isAllowed) inbox.rest(SLOW_MS)
    if (type === 'visible') onVisible?.(message.visible)
    else if (type === 'resync') snapshot()
    else if (!isAllowed) say(oneTooMany(message))
    else if (type === 'download' && downloadAddress) {
      const address = downloadAddress(message.download, message.about)
      say({ type: 'downloadAddress', id: message.id, address })
    } else if (type === 'panelAddress' && panelAddress) say({ type: 'panelAddress', address: panelAddress() })
    else if (listensOnly || type === 'download' || type === 'panelAddress')
      refuse('id' in message ? message.id : null)
    else if (type === 'query') query(message)
    else if (type === 'command') answer(message.id, core.dispatch(message.id, message.command, source))
    else {
      const opened = openDeepLink(core, message.id, message.url)
      answer(message.id, opened)
      void opened.then(onLink)
    }
  }

  function heard(text: string): void {
    const value = Buffer.byteLength(text) > LARGEST_MESSAGE ? undefined : parseJson(text)
    const parsed = ClientMessage.safeParse(value)
    if (parsed.success) readFor(allowance.readings, () => act(parsed.data))
    else {
      if (!allowance.take()) inbox.rest(SLOW_MS)
      say({ type: 'invalid', id: idOf(value), ...firstInvalid(parsed.error) })
    }
  }

  return {
    /** A whole message as text, unknown until parsed. It is acted on when it is this client's turn. */
    receive: inbox.receive,
    close(): void {
      inbox.close()
      unsubscribe?.()
      onTouched?.()
    },
  }
}

/** A flood is refused before it costs anything: it is neither journalled nor told to anyone else. */
function oneTooMany(message: Exclude<ClientMessage, { type: 'visible' | 'resync' }>): ServerMessage {
  if (message.type === 'command' || message.type === 'link')
    return { type: 'outcome', id: message.id, outcome: { result: 'refused', refusal: TOO_MANY } }
  const id = 'id' in message ? message.id : null
  return { type: 'invalid', id, field: 'type', message: describeRefusal(TOO_MANY) }
}

/** What a query is answered with: what cannot be read is told to whoever asked, and costs nobody else anything. */
async function answerTo(
  core: Core,
  { id, name, input, again }: Extract<ClientMessage, { type: 'query' }>,
): Promise<ServerMessage> {
  try {
    if (!isQueried(name)) throw new Error(NO_SUCH_QUERY)
    const { value, readAt } = await core.query(name, input as never, again)
    return { type: 'answer', id, value, readAt }
  } catch (error) {
    if (error instanceof ServiceError)
      return { type: 'noAnswer', id, why: describeFailure(error.failure).what, failure: error.failure }
    return { type: 'noAnswer', id, why: error instanceof Error ? error.message : String(error), failure: null }
  }
}

const isQueried = (name: string): name is Queried =>
  (QUERY_NAMES as readonly string[]).includes(name) || isLocal(name)

function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' && id.length <= 100 ? id : null
}

const texts = new WeakMap<object, string>()

/** A message as it is sent. The same state and the same change are put into words once, however many are told. */
export function textOf(message: ServerMessage): string {
  const shared = message.type === 'snapshot' ? message.state : message.type === 'patch' ? message.patches : null
  const text = (shared && texts.get(shared)) ?? JSON.stringify(message)
  if (shared) texts.set(shared, text)
  return text
}
