import type { Page } from 'playwright'
import { expect } from 'vitest'

/** One node as assistive technology sees it. */
export interface Accessible {
  role: string
  name: string
  description: string
  level: number | null
  disabled: boolean
  checked: string | null
  focused: boolean
  /** The backend id of the element, used to press it. */
  node: number
}

interface RawNode {
  nodeId: string
  childIds?: string[]
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  description?: { value: string }
  properties?: { name: string; value: { value?: unknown } }[]
  backendDOMNodeId?: number
}

/**
 * The page as a screen reader sees it: reads only its accessibility tree, and acts only through what the tree offers.
 */
export async function accessibleTree(page: Page) {
  const session = await page.context().newCDPSession(page)

  /** All nodes, in reading order. */
  async function all(): Promise<Accessible[]> {
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: RawNode[] }
    const heard = inOrder(nodes).filter(({ ignored }) => !ignored)
    return heard.map(accessible)
  }

  /** The only node with this role and name. Rejects when there is none, or more than one. */
  async function only(role: string, name: string): Promise<Accessible> {
    const found = (await all()).filter((one) => one.role === role && one.name === name)
    const [one] = found
    if (!one || found.length > 1) throw new Error(`${found.length} of role ${role} are called "${name}"`)
    return one
  }

  /** Presses it as a screen reader does: a click without a pointer. */
  async function press(role: string, name: string): Promise<void> {
    const { node } = await only(role, name)
    const { object } = await session.send('DOM.resolveNode', { backendNodeId: node })
    const press = { functionDeclaration: 'function () { this.focus(); this.click() }', userGesture: true }
    await session.send('Runtime.callFunctionOn', { objectId: object.objectId ?? '', ...press })
  }
  return { all, only, press }
}

/** The nodes arrive level by level, but are read branch by branch. */
function inOrder(nodes: readonly RawNode[]): RawNode[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const branch = (node: RawNode): RawNode[] => [
    node,
    ...(node.childIds ?? []).flatMap((id) => {
      const child = byId.get(id)
      return child ? branch(child) : []
    }),
  ]
  return nodes[0] ? branch(nodes[0]) : []
}

function accessible({ role, name, description, properties = [], backendDOMNodeId = 0 }: RawNode): Accessible {
  const property = (wanted: string) => properties.find((one) => one.name === wanted)?.value.value
  return {
    role: role?.value ?? '',
    name: name?.value ?? '',
    description: description?.value ?? '',
    level: typeof property('level') === 'number' ? Number(property('level')) : null,
    disabled: property('disabled') === true,
    checked: property('checked') === undefined ? null : String(property('checked')),
    focused: property('focused') === true,
    node: backendDOMNodeId,
  }
}

declare global {
  interface Window {
    announced: string[]
  }
}

/** What a screen reader announces without being asked from now on, in order: every change in a live region. */
export async function announcements(page: Page) {
  await page.evaluate(listen)
  const all = (): Promise<string[]> => page.evaluate(() => window.announced)
  return {
    all,
    /** Waits until this has been announced. Returns all announcements since the last call, including this one. */
    async until(said: string): Promise<string[]> {
      const says = async () => (await all()).some((one) => one.includes(said))
      await expect.poll(says, { message: `to be announced: ${said}` }).toBe(true)
      return page.evaluate(() => window.announced.splice(0))
    },
  }
}

/** Runs in the page. */
function listen(): void {
  const LIVE = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]'
  const last = new Map<Element, string>()
  const textOf = (region: Element) => (region.textContent ?? '').replace(/\s+/g, ' ').trim()
  window.announced = []
  for (const region of document.querySelectorAll(LIVE)) last.set(region, textOf(region))
  const regionsOf = (node: Node): Element[] => {
    const element = node instanceof Element ? node : node.parentElement
    const around = element?.closest(LIVE)
    // An element that arrives with its text is announced only if it is an alert.
    const within = element?.querySelectorAll('[role=alert]') ?? []
    return [...(around ? [around] : []), ...within]
  }
  new MutationObserver((changes) => {
    const touched = new Set(
      changes.flatMap(({ target, addedNodes }) => [...regionsOf(target), ...[...addedNodes].flatMap(regionsOf)]),
    )
    for (const region of touched) {
      const text = textOf(region)
      if (last.get(region) === text) continue
      last.set(region, text)
      if (text !== '' && region.isConnected) window.announced.push(text)
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}
