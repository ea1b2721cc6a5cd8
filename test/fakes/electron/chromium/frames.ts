/** The frames of a page and their documents, as the main process is shown them. */
import { strict } from '../strict.ts'
import type { Protocol, Session } from './cdp.ts'
import { knownAs } from './requests.ts'

type FrameInfo = Pick<Protocol.Page.Frame, 'id' | 'parentId' | 'url' | 'urlFragment'>

/** The members of `WebFrameMain` that are written. Whatever is read of one whose document is gone throws. */
export interface DocumentFrame {
  readonly url: string
  readonly parent: DocumentFrame | null
  readonly top: DocumentFrame | null
  readonly frameTreeNodeId: number
  isDestroyed(): boolean
}

export interface Frames {
  main(): DocumentFrame | null
  mainId(): string
  /** The frame that this world of preload scripts belongs to; null: its document is gone. */
  ofWorld(context: number): DocumentFrame | null
  /** The world of the preload script in the main frame; null: none yet, or none any more. */
  mainWorld(): number | null
}

/** @param worldName of the worlds that preload scripts run in */
export function followFrames(session: Session, mainId: string, worldName: string): Frames {
  const documents = new Map<string, DocumentFrame & { leave(): void; move(url: string): void }>()
  const worlds = new Map<number, { frameId: string; document: DocumentFrame | null }>()

  function arrive({ id, parentId, url, urlFragment }: FrameInfo): void {
    documents.get(id)?.leave()
    const parent = () => documents.get(parentId ?? '') ?? null
    documents.set(id, documentFrame(url + (urlFragment ?? ''), parent, documents.size + 1))
  }

  arrive({ id: mainId, url: 'about:blank' })
  session.on('Page.frameNavigated', ({ frame }) => arrive(frame))
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => documents.get(frameId)?.move(url))
  session.on('Page.frameDetached', ({ frameId }) => {
    documents.get(frameId)?.leave()
    documents.delete(frameId)
  })
  session.on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) => {
    const { frameId } = auxData as { frameId: string }
    if (name === worldName) worlds.set(id, { frameId, document: documents.get(frameId) ?? null })
  })
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => worlds.delete(executionContextId))
  session.on('Runtime.executionContextsCleared', () => worlds.clear())
  session.on('Inspector.targetCrashed', () => worlds.clear())

  return {
    main: () => documents.get(mainId) ?? null,
    mainId: () => mainId,
    ofWorld(context) {
      const document = worlds.get(context)?.document ?? null
      return document?.isDestroyed() ? null : document
    },
    mainWorld: () => [...worlds].findLast(([, { frameId }]) => frameId === mainId)?.[0] ?? null,
  }
}

function documentFrame(address: string, parent: () => DocumentFrame | null, nr: number) {
  let [url, gone] = [knownAs(address), false]
  const there = () => {
    if (gone) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
  }
  const frame = {
    get url() {
      there()
      return url
    },
    get parent() {
      there()
      return parent()
    },
    get top(): DocumentFrame | null {
      there()
      return parent()?.top ?? (guarded as DocumentFrame)
    },
    frameTreeNodeId: nr,
    isDestroyed: () => gone,
    leave() {
      gone = true
    },
    move(to: string) {
      url = knownAs(to)
    },
  }
  const guarded: typeof frame = strict('WebFrameMain', frame)
  return guarded
}
