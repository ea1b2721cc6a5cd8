import { useState } from 'react'
import { EDITOR_NAMES, EDITOR_WORDS } from '../../../shared/words/hotkeysEditor.ts'
import { useActions, useMirror } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { Ask } from '../../ui/Ask.tsx'
import { PressButton } from '../../ui/PressButton.tsx'

/** Gives every action its default key again, once a person has said so twice: what was chosen is lost by it. */
export function AllDefaults({ isDefault }: { isDefault: boolean }) {
  const { press } = useActions()
  const [asking, setAsking] = useState(false)
  const noLink = useMirror(whyNoLink)
  const reason = noLink ?? (isDefault ? EDITOR_WORDS.allDefault : null)
  if (!asking || reason !== null)
    return (
      <PressButton
        name={EDITOR_NAMES.allDefaults}
        spot="hotkeys"
        className="quiet"
        reason={reason}
        onPress={() => setAsking(true)}
      />
    )
  return (
    <Ask
      question={EDITOR_WORDS.askAll}
      yes={EDITOR_NAMES.setAll}
      no={EDITOR_NAMES.keepMine}
      spot="hotkeys"
      onNo={() => setAsking(false)}
      onYes={() => {
        setAsking(false)
        void press('hotkeys', { type: 'resetHotkeys' })
      }}
    />
  )
}
