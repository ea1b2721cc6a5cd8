import { useState } from 'react'
import type { DesktopState } from '../../../shared/settings/desktop.ts'
import { EDITOR_NAMES, EDITOR_WORDS, isProven, testSentence } from '../../../shared/words/desktop/hotkeys.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { useTimed } from '../../store/useTimed.ts'
import { CommandButton, PressButton } from '../../ui/button/PressButton.tsx'
import { Ask } from '../../ui/dialog/Ask.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'

/** Resets every action to its default hotkey after a confirmation, because the user's choices are lost. */
export function AllDefaults({ isDefault }: { isDefault: boolean }) {
  const { press } = useActions()
  const [asking, setAsking] = useState(false)
  const noLink = usePanel(whyNoLink)
  const reason = noLink ?? (isDefault ? EDITOR_WORDS.allDefault : null)
  if (!asking || reason !== null)
    return (
      <PressButton name={EDITOR_NAMES.allDefaults} spot="hotkeys" reason={reason} onPress={() => setAsking(true)} />
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

/** Actions for all hotkeys at once: testing them without executing anything, and restoring the defaults. */
export function SelfTest({ desktop }: { desktop: DesktopState }) {
  const text = useTimed(({ state }, now) => (state?.desktop ? progress(state.desktop, now) : null))
  // If no hotkey can be registered, no press reaches this app.
  const testable = desktop.keys.way !== 'none'
  const runs = text !== null
  return (
    <div className="self-test">
      {testable && (
        <p className={runs ? 'num strong' : 'small'} role={runs ? 'timer' : undefined}>
          {text ?? EDITOR_WORDS.testAbout}
        </p>
      )}
      <div className="row">
        {testable && (
          <CommandButton
            name={runs ? EDITOR_NAMES.endTest : EDITOR_NAMES.test}
            spot="hotkeys"
            command={{ type: 'testHotkeys', on: !runs }}
          />
        )}
        <AllDefaults isDefault={Object.values(desktop.hotkeys).every((one) => one.isDefault)} />
      </div>
      <Answer spots={['hotkeys']} />
    </div>
  )
}

/** Null while no test runs. */
function progress({ selfTestUntil, hotkeys }: DesktopState, now: number): string | null {
  if (selfTestUntil === null) return null
  const all = Object.values(hotkeys).filter(({ accelerator }) => accelerator !== null)
  return testSentence(all.filter(isProven).length, all.length, selfTestUntil - now)
}
