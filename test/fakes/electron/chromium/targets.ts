/** Which pages of the browser are ours, and which a page wanted to open. */
import type { Connection, Session } from './cdp.ts'

/** A page that waits: nothing of it has run, and nothing was asked for. */
export interface Target {
  readonly id: string
  readonly session: Session
}

export interface Targets {
  create(): Promise<Target>
  close(id: string): void
  /** Calls back with each page that the page `opener` opens. */
  onOpened(opener: string, listener: (target: Target) => void): void
}

/** Every new page waits until somebody has said what becomes of it. */
export async function followTargets(browser: Connection): Promise<Targets> {
  const root = browser.session()
  const made = new Map<string, (target: Target) => void>()
  const openers = new Map<string, (target: Target) => void>()
  let making: Promise<unknown> = Promise.resolve()

  root.on('Target.attachedToTarget', async ({ sessionId, targetInfo: { targetId, openerId } }) => {
    // It is told of before whoever makes it has its name.
    await making
    const target = { id: targetId, session: browser.session(sessionId) }
    const whose = made.get(targetId) ?? openers.get(openerId ?? '')
    made.delete(targetId)
    if (whose) whose(target)
    else target.session.tell('Runtime.runIfWaitingForDebugger')
  })
  await root.send('Target.setAutoAttach', {
    ...{ autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
    filter: [{ type: 'page' }],
  })

  return {
    async create() {
      const creating = root.send('Target.createTarget', { url: 'about:blank' })
      making = Promise.allSettled([making, creating])
      const { targetId } = await creating
      return new Promise((resolve) => made.set(targetId, resolve))
    },
    close(id) {
      openers.delete(id)
      root.tell('Target.closeTarget', { targetId: id })
    },
    onOpened: (opener, listener) => void openers.set(opener, listener),
  }
}
