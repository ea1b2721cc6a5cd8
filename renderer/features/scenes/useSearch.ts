import { type ChangeEvent, type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SEARCH_KEY } from '../../../shared/words/panel/appearance.ts'
import { foundSentence, notOne } from '../../../shared/words/show/show.ts'
import { useActions } from '../../store/context.tsx'
import { usePageKey } from '../../ui/button/usePageKey.ts'
import type { Placed } from '../../ui/list/arrange.ts'
import { switchToScene } from './useSceneKeys.ts'

export interface SearchProps {
  field: RefObject<HTMLElement | null>
  shown: readonly Placed[]
  sought: string
  onSeek(sought: string): void
}

interface Needs extends SearchProps {
  count: number
  finds: boolean
  setOpen(open: boolean): void
}

/** The handlers of the search field, and the sentence about its result. */
export function useSearch({ field, shown, sought, count, finds, onSeek, setOpen }: Needs) {
  const panel = useActions()
  const [refused, setRefused] = useState(false)
  const { input, leave } = useWayIn(field, finds, setOpen)
  const found = foundSentence(shown.length, count, sought.trim() !== '')

  function seek(text: string): void {
    setRefused(false)
    onSeek(text)
  }

  function enter(): void {
    const [only, other] = shown
    if (sought.trim() !== '' && only && !other) switchToScene(panel, only.scene.id)
    else setRefused(sought.trim() !== '' && shown.length > 1)
  }

  function giveUp(): void {
    // The element to return to may be a tile that the search hid.
    flushSync(() => seek(''))
    leave()
  }

  return {
    input,
    said: refused ? notOne(shown.length) : found,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => seek(target.value),
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (event.nativeEvent.isComposing) return
      const acts = { Enter: enter, ArrowDown: () => entryOf(field)?.focus(), Escape: giveUp }
      const act = acts[event.key as keyof typeof acts] as (() => void) | undefined
      if (!act) return
      event.preventDefault()
      if (!event.repeat) act()
    },
  }
}

/** Moves the focus into the field by its key, and back to the previous element. */
function useWayIn(field: RefObject<HTMLElement | null>, finds: boolean, setOpen: (open: boolean) => void) {
  const input = useRef<HTMLInputElement>(null)
  const from = useRef<Element | null>(null)
  const come = useCallback(() => {
    if (!finds) return
    from.current = document.activeElement
    // While folded it cannot take the focus.
    flushSync(() => setOpen(true))
    input.current?.focus()
    input.current?.select()
  }, [finds, setOpen])
  usePageKey(SEARCH_KEY, come)

  function leave(): void {
    setOpen(false)
    const back = from.current
    from.current = null
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus()
    else entryOf(field)?.focus()
  }
  return { input, leave }
}

/** The tile that Tab leads to. */
function entryOf(field: RefObject<HTMLElement | null>): HTMLElement | null {
  return field.current?.querySelector<HTMLElement>('.scene[tabindex="0"]') ?? null
}
