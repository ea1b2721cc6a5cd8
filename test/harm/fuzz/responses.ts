/** Responses of a badly broken service, to every operation of the contract, through the real client. */
import { Agent } from 'undici'
import { createClient } from '../../../electron/service/client.ts'
import { createLimiter } from '../../../electron/service/limiter.ts'
import { type Operation, type OperationName, operations } from '../../../shared/contract/operations.ts'
import { Failure, ServiceError } from '../../../shared/failures.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { BODIES } from '../../contract/bodies.ts'
import { seeded } from '../../fakes/random.ts'
import { breathe, VirtualClock } from '../../fakes/virtualClock.ts'
import { serve } from '../../service/server.ts'
import { garbled, mutated, pick, type Random, sampleOf } from './mutate.ts'
import { brief, type Report, watched } from './report.ts'

const KEY = 'svc_0123456789abcdefSECRET'
const NAMES = Object.keys(operations) as OperationName[]
const STATUSES = [
  200, 200, 200, 201, 202, 204, 206, 299, 301, 304, 400, 401, 403, 404, 409, 418, 429, 500, 502, 503, 599,
]
const ODD_NUMBERS = [
  ...['0', '1', '-1', '60', '1e3', '99999999999', '1700000000', '1700000000000', '0x10', 'NaN', '', ' ', '٣'],
]
const HEADER_NAMES = [
  ...['RateLimit', 'RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  ...['X-RateLimit-Remaining', 'X-Rate-Limit-Reset', 'Retry-After', 'Date', 'Cuelight-Rehearsal'],
]
const RIGHT_HEADERS = [
  ...['"account";r=50;t=30', '"a";q=150;w=60', 'limit=150, remaining=1, reset=5', 'Mon, 05 Jan 2026 20:00:00 GMT'],
]

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The client is replaced after this many calls: what a response said about the budget may block the next call. */
const A_BATCH = 20
/** How long a call may wait for budget. */
const DEADLINE_MS = 100

/** Gives this many calls odd responses: each ends in a valid record, or in a failure that says what is wrong where. */
export const fuzzResponses = (inputs: number, seed: number) =>
  watched('responses', (report) => fuzz(report, inputs, seed))

async function fuzz(report: Report, inputs: number, seed: number): Promise<void> {
  const random = seeded(seed)
  let answer: Answer = { status: 200, headers: {}, body: '' }
  let sent = 0
  const server = await serve((_, response) => {
    sent += 1
    response.writeHead(answer.status, answer.headers)
    response.end(answer.body)
  })
  const dispatcher = new Agent({ allowH2: false })
  while (report.inputs < inputs && report.crashes.length < 10) {
    const clock = new VirtualClock()
    const limiter = createLimiter({ clock })
    const options = { key: () => KEY, clock, limiter, random: () => 0.5, dispatcher: dispatcher as never }
    const client = createClient({ baseUrl: server.baseUrl, ...options })
    for (let calls = 0; calls < A_BATCH; calls += 1) {
      const name = pick(NAMES, random)
      answer = oddAnswer(name, random)
      const before = sent
      const ending = await settled(ask(client, name, random), clock)
      clock.advance(1_000)
      server.got.length = 0
      // An earlier response has used up the budget: no request was sent, so there was no response.
      if (sent === before) break
      report.inputs += 1
      judge(name, answer, ending, report)
    }
    await client.close()
  }
  await dispatcher.destroy()
  await server.close()
}

type Ending = { value: unknown } | { error: unknown }

/** Lets short intended waits pass at once; a call's timeout does not advance. */
async function settled(ending: Promise<Ending>, clock: VirtualClock): Promise<Ending> {
  let isSettled = false
  ending.then(() => {
    isSettled = true
  })
  while (!isSettled) {
    await breathe()
    if (!isSettled && clock.next !== null && clock.next <= DEADLINE_MS) clock.advance(clock.next)
  }
  return ending
}

async function ask(client: ReturnType<typeof createClient>, name: OperationName, random: Random): Promise<Ending> {
  const { path, body }: Operation = operations[name]
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1], 'id']))
  const input = { params, body: body ? BODIES[name] : undefined }
  try {
    return {
      value: await client.call(name, input as never, {
        deadlineMs: DEADLINE_MS,
        lane: pick(['show', 'edit'], random),
      }),
    }
  } catch (error) {
    return { error }
  }
}

function oddAnswer(name: OperationName, random: Random): Answer {
  const status = pick(STATUSES, random)
  const error = {
    error: 'Bad',
    code: pick(['LIMIT_REACHED', 'NO_ACTIVE_LIVE', 'ODD', KEY], random),
    message: KEY,
    x: {},
  }
  const right = status < 300 ? sampleOf(operations[name].response, random) : error
  const share = random()
  const body =
    share < 0.7
      ? JSON.stringify(mutated(right, random))
      : share < 0.75
        ? `{"liveId":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
        : share < 0.8
          ? JSON.stringify(right)
          : garbled(JSON.stringify(right), random)
  return { status, headers: oddHeaders(random), body: status === 204 || status === 304 ? '' : body.toWellFormed() }
}

function oddHeaders(random: Random): Record<string, string> {
  const some = HEADER_NAMES.filter(() => random() < 0.3)
  const value = () => {
    const odd = random() < 0.5 ? pick(ODD_NUMBERS, random) : garbled(pick(RIGHT_HEADERS, random), random)
    // Bytes that no HTTP library would send are tested elsewhere.
    return odd.replace(/[^\t\x20-\x7e]/g, '?').slice(0, 200)
  }
  const type = pick(['application/json', 'text/html', 'x', ''], random)
  return { 'content-type': type, ...Object.fromEntries(some.map((name) => [name, value()])) }
}

function judge(name: OperationName, answer: Answer, ending: Ending, report: Report): void {
  const said = `${name} ${answer.status} ${brief(answer.body)}`
  if ('value' in ending) judgeValue(ending.value, said, answer, report)
  else if (ending.error instanceof ServiceError) judgeFailure(name, ending.error.failure, answer, report)
  else report.crashes.push(`${ending.error} for ${said}`)
}

function judgeFailure(name: OperationName, failure: Failure, answer: Answer, report: Report): void {
  const said = `${name} ${answer.status} ${brief(answer.body)}`
  report.refused += 1
  if (!Failure.safeParse(failure).success) report.crashes.push(`no failure: ${brief(failure)} for ${said}`)
  if (JSON.stringify(failure).includes(KEY)) report.crashes.push(`the key is told for ${said}`)
  if (JSON.stringify(failure).length > 10_000) report.crashes.push(`too much is told for ${said}`)
  if (failure.operation !== name || failure.method !== operations[name].method || failure.path === '')
    report.nameless.push(`not which operation: ${said}`)
  const isRead = answer.status >= 200 && answer.status < 300
  if (isRead && failure.kind === 'tooLarge') {
    if (!failure.mayHaveHappened) report.crashes.push(`called undone what may be done: ${said}`)
    if (!/^more than [\d,]+ \w+ in \S+$/.test(failure.detail ?? ''))
      report.nameless.push(`"${failure.detail}" of ${said}`)
  } else if (isRead && failure.kind === 'unreadable') {
    if (!failure.mayHaveHappened) report.crashes.push(`called undone what may be done: ${said}`)
    if (!namesField(failure.detail ?? '', answer.body)) report.nameless.push(`"${failure.detail}" of ${said}`)
  } else if (isRead) report.crashes.push(`${failure.kind} for ${said}`)
}

function judgeValue(value: unknown, said: string, { status }: Answer, report: Report): void {
  if (status < 200 || status >= 300) report.crashes.push(`taken for good: ${said}`)
  try {
    JSON.stringify(value)
  } catch (error) {
    report.crashes.push(`${error} when it is told on: ${said}`)
  }
}

/** `scenes[0].isActive: …, got …`; the whole response is named only if it is not an object, or empty. */
function namesField(detail: string, body: string): boolean {
  const value = parseJson(body)
  if (value === undefined) return /^(expected JSON, got|an empty answer)/.test(detail)
  if (/^answer: /.test(detail)) return typeof value !== 'object' || value === null || Array.isArray(value)
  return /^[\w.[\]"]+: .+, got ./.test(detail)
}
