import { useEffect, useRef, useState } from 'react'
import type { PreferenceName } from '../../../shared/settings/preferenceNames.ts'
import { BOUNDS_OF } from '../../../shared/settings/preferences.ts'
import { takesSaid } from '../../../shared/words/showSettings.ts'
import { useActions, useMirror } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { atField } from '../../ui/useSubmit.ts'
import { choosing, chosenMs, isWithin, msOf, stepped, typed } from './stepper.ts'

/** Ms of quiet after which a step is kept: who steps from 1 to 5 s chooses once. */
const QUIET_MS = 600

/**
 * One time that is chosen by typing or stepping, and kept by itself. What is typed stays in the field until the core has
 * taken it; what cannot be taken is told there, and not sent.
 */
export function useChoice(name: PreferenceName) {
  const { store, press, tell, dismiss } = useActions()
  const spot = `choice:${name}` as const
  const held = useMirror(({ state }) => (state ? chosenMs(state.preferences, name) : 0))
  const [draft, setDraft] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const pending = useRef<string | null>(null)
  const text = draft ?? typed(held)

  function write(next: string | null): void {
    clearTimeout(timer.current)
    pending.current = next
    setDraft(next)
    setWrong(null)
  }

  /** Keeps what stands in the field, now. */
  async function keep(): Promise<void> {
    clearTimeout(timer.current)
    const said = pending.current
    if (said === null) return
    const ms = msOf(said)
    if (ms === null || !isWithin(name, ms)) return setWrong(takesSaid(BOUNDS_OF[name]))
    const why = whyNoLink(store.getState())
    if (why !== null) return tell(spot, { result: 'inert', why })
    if (ms === held) return write(null)
    const answer = await press(spot, choosing(name, ms))
    // Something else was chosen meanwhile, or the last choice is still on its way: this one has its turn.
    if (pending.current !== said) return
    if (answer === null) return later()
    const refused = atField(answer)
    if (!refused) return write(null)
    pending.current = null
    setWrong(refused.text)
    dismiss(spot)
  }

  function later(): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void latest.current(), QUIET_MS)
  }

  const latest = useRef(keep)
  latest.current = keep
  // Whoever leaves right after a step has chosen all the same.
  useEffect(() => () => void latest.current(), [])

  function choose(ms: number): void {
    write(typed(ms))
    later()
  }

  return {
    spot,
    text,
    wrong,
    changed: draft !== null,
    /** What the field says, as far as it says a time. */
    ms: msOf(text),
    type: write,
    keep: () => void keep(),
    choose,
    step: (steps: 1 | -1) => choose(stepped(name, msOf(text) ?? held, steps)),
    undo: () => write(null),
  }
}
