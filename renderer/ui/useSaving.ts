import { useState } from 'react'
import type { Handout } from '../../shared/bridge/bridge.ts'
import { REASONS } from '../../shared/words/reasons.ts'
import { SAVE_WORDS } from '../../shared/words/setup.ts'
import { useActions, useMirror } from '../store/context.tsx'
import type { Look } from '../store/submissions.ts'

interface Told {
  look: Look
  text: string
}

export interface Saving {
  linked: boolean
  /** How the last saving went; null before, and where the person changed their mind. */
  told: Told | null
  /** @param about which one, where there are several */
  save(handout: Handout, about?: string): Promise<void>
}

/** Hands files of Cuelight's to the person, one at a time, and knows how it went. */
export function useSaving(): Saving {
  const { save } = useActions()
  const linked = useMirror(({ link }) => link === 'up')
  const [told, setTold] = useState<Told | null>(null)
  return {
    linked,
    told,
    async save(handout, about) {
      if (told?.look === 'sent') return
      if (!linked) return setTold({ look: 'refused', text: REASONS.noLink })
      setTold({ look: 'sent', text: SAVE_WORDS.saving })
      try {
        const text = await save(handout, about)
        setTold(text === null ? null : { look: 'done', text })
      } catch (error) {
        setTold({ look: 'failed', text: error instanceof Error ? error.message : String(error) })
      }
    },
  }
}
