/** What the frames of a page ask for: the app's own schemes are answered by the app, all else is Chromium's to fetch. */
import { knownAs } from './addresses.ts'
import type { Protocol, Session } from './cdp.ts'

export type SchemeHandler = (request: Request) => Response | Promise<Response>
type Paused = Protocol.Fetch.requestPausedPayload

export interface Asked {
  /** Of a scheme that the app handles; undefined: of another. */
  handlerOf(scheme: string): SchemeHandler | undefined
  /** May a frame have this document? */
  mayNavigate(request: Paused): Promise<boolean>
}

/** Answers the requests of a page, and of the frames and workers in it that have processes of their own. */
export function answerRequests(session: Session, within: (id: string) => Session, asked: Asked): void {
  session.on('Fetch.requestPaused', (paused) => void answer(session, paused, asked))
  session.on('Target.attachedToTarget', ({ sessionId }) => {
    const child = within(sessionId)
    answerRequests(child, within, asked)
    child.tell('Runtime.runIfWaitingForDebugger')
  })
  session.tell('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  session.tell('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
}

async function answer(session: Session, paused: Paused, asked: Asked): Promise<void> {
  const { requestId, request, resourceType } = paused
  const fail = (errorReason: 'Aborted' | 'Failed') => session.tell('Fetch.failRequest', { requestId, errorReason })
  if (resourceType === 'Document' && !(await asked.mayNavigate(paused))) return fail('Aborted')
  const url = knownAs(request.url)
  const handler = asked.handlerOf(url.slice(0, url.indexOf(':')))
  if (!handler) return session.tell('Fetch.continueRequest', { requestId })
  try {
    session.tell('Fetch.fulfillRequest', { requestId, ...(await fulfilled(handler, url, request)) })
  } catch (error) {
    console.error(`stand-in: the app's protocol handler threw: ${error}`)
    fail('Failed')
  }
}

async function fulfilled(handler: SchemeHandler, url: string, { method, headers, postData }: Paused['request']) {
  const response = await handler(new Request(url, { method, headers, body: postData }))
  return {
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  }
}
