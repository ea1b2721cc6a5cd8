import type { ReactNode } from 'react'
import { readAccelerator } from '../../../shared/hotkeys/hotkeys.ts'
import type { HotkeyEntry, HotkeyStatus as Status } from '../../../shared/settings/desktop.ts'
import { CAUTION_WORDS } from '../../../shared/words/hotkeys.ts'
import { hotkeySentence, isProven } from '../../../shared/words/hotkeysEditor.ts'
import { Circle, Cross, Dots, Question, Tick, Warning } from '../../ui/icons.tsx'

/** A sign for each, so that none is told by colour alone. */
const SIGNS: Record<Exclude<Status, 'off'>, ReactNode> = {
  registered: <Circle />,
  taken: <Cross />,
  clash: <Cross />,
  notAKey: <Cross />,
  paused: <Dots />,
  portal: <Question />,
  failed: <Cross />,
}
const BAD: readonly Status[] = ['taken', 'clash', 'notAKey', 'failed']

/** How a key stands with the system, and what to know of it. */
export function HotkeyStatus({ entry, platform }: { entry: HotkeyEntry; platform: string }) {
  const { status, accelerator } = entry
  const proven = isProven(entry)
  const caution = proven || accelerator === null ? null : cautionOf(accelerator, platform)
  // The key's own column says so.
  if (status === 'off') return null
  if (caution && status === 'registered') {
    return (
      <div className="hotkey-status" data-bad>
        <Warning />
        <span>{CAUTION_WORDS[caution]}</span>
      </div>
    )
  }
  return (
    <div className="hotkey-status" data-bad={BAD.includes(status) || undefined} data-proven={proven || undefined}>
      {proven ? <Tick /> : SIGNS[status]}
      <span>
        <span className="num">{hotkeySentence(entry)}</span>
        {caution && <span className="small hotkey-caution">{CAUTION_WORDS[caution]}</span>}
      </span>
    </div>
  )
}

function cautionOf(accelerator: string, platform: string) {
  const read = readAccelerator(accelerator, platform)
  return read.ok ? read.caution : null
}
