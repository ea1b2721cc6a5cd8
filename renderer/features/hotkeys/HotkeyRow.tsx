import type { ReactNode } from 'react'
import { defaultHotkeys, readAccelerator } from '../../../shared/hotkeys/hotkeys.ts'
import type { HotkeyEntry, HotkeyStatus as Status } from '../../../shared/settings/desktop.ts'
import type { HotkeyAction } from '../../../shared/settings/desktopNames.ts'
import { HOTKEY_WORDS } from '../../../shared/words/desktop/desktop.ts'
import {
  CAUTION_WORDS,
  EDITOR_COLUMNS,
  EDITOR_NAMES,
  EDITOR_WORDS,
  hotkeySentence,
  isProven,
} from '../../../shared/words/desktop/hotkeys.ts'
import { usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { CommandButton, PressButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Cross, Dots, Question, Warning } from '../../ui/icons/icons.tsx'
import { Circle, GoodTick } from '../../ui/icons/lateIcons.tsx'
import { Keys, Recording } from './Recording.tsx'
import type { Recorder } from './useRecorder.ts'

/** An icon for each status, so that none is shown by colour alone. */
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

/** Whether the system accepted a hotkey, and any caution about it. */
export function HotkeyStatus({ entry, platform }: { entry: HotkeyEntry; platform: string }) {
  const { status, accelerator } = entry
  const proven = isProven(entry)
  const caution = proven || accelerator === null ? null : cautionOf(accelerator, platform)
  // The column of the key already says so.
  if (status === 'off') return null
  if (caution && status === 'registered') {
    return (
      <div className="noted strong hotkey-status" data-bad>
        <Warning />
        <span>{CAUTION_WORDS[caution]}</span>
      </div>
    )
  }
  const bad = BAD.includes(status)
  return (
    <div
      className={`noted hotkey-status ${bad ? 'strong' : ''}`}
      data-bad={bad || undefined}
      data-proven={proven || undefined}
    >
      {proven ? <GoodTick /> : SIGNS[status]}
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

interface Props {
  action: HotkeyAction
  entry: HotkeyEntry
  platform: string
  recorder: Recorder
}

/** One action: its hotkey, the hotkey's status, and its buttons. The outcome is shown in the row itself. */
export function HotkeyRow({ action, entry, platform, recorder }: Props) {
  const recorded = recorder.action === action
  const reason = usePanel(whyNoLink)
  const spot = `hotkey:${action}` as const
  return (
    <tr data-recorded={recorded || undefined}>
      <th scope="row">{HOTKEY_WORDS[action]}</th>
      {recorded ? (
        <td colSpan={2}>
          <Recording heard={recorder.heard} platform={platform} />
        </td>
      ) : (
        <>
          <td data-column={EDITOR_COLUMNS.key}>
            <Keys accelerator={entry.accelerator} platform={platform} />
          </td>
          <td data-column={EDITOR_COLUMNS.status}>
            <HotkeyStatus entry={entry} platform={platform} />
            <Answer spots={[spot]} />
          </td>
        </>
      )}
      <td>
        <div className="row">
          {/* One button with two labels, so that it keeps the focus. */}
          <PressButton
            name={recorded ? EDITOR_NAMES.cancel : EDITOR_NAMES.record}
            {...{ spot, reason, of: HOTKEY_WORDS[action] }}
            onPress={recorded ? recorder.cancel : () => recorder.start(action)}
          />
          {!recorded && <Others action={action} entry={entry} platform={platform} />}
        </div>
      </td>
    </tr>
  )
}

function Others({ action, entry, platform }: Omit<Props, 'recorder'>) {
  const whose = { spot: `hotkey:${action}`, of: HOTKEY_WORDS[action] } as const
  return (
    <>
      {/* Always rendered, so that the buttons of all rows are aligned. */}
      <CommandButton
        {...whose}
        name={EDITOR_NAMES.noKey}
        reason={entry.accelerator === null ? EDITOR_WORDS.hasNone : null}
        command={{ type: 'setHotkey', action, accelerator: null }}
      />
      {!entry.isDefault && (
        <CommandButton
          {...whose}
          name={EDITOR_NAMES.useDefault}
          command={{ type: 'setHotkey', action, accelerator: defaultHotkeys(platform)[action] }}
        />
      )}
    </>
  )
}
