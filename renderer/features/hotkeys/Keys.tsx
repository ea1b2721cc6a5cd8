import { readAccelerator, shownKeys } from '../../../shared/hotkeys/hotkeys.ts'
import { EDITOR_WORDS } from '../../../shared/words/hotkeysEditor.ts'

interface Props {
  accelerator: string | null
  platform: string
}

/** An accelerator as the keys one presses. What is none is shown as it is written. */
export function Keys({ accelerator, platform }: Props) {
  if (accelerator === null) return <span className="small">{EDITOR_WORDS.none}</span>
  const read = readAccelerator(accelerator, platform)
  return <KeyRow names={read.ok ? shownKeys([...read.modifiers, read.key], platform) : [accelerator]} />
}

/** Keys side by side. */
export function KeyRow({ names }: { names: readonly string[] }) {
  return (
    <span className="keys">
      {names.map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  )
}
