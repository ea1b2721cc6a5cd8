import { readAccelerator, shownKeys } from '../../../shared/hotkeys/hotkeys.ts'
import {
  CAUTION_WORDS,
  EDITOR_WORDS,
  NO_ACCELERATOR_WORDS,
  recordingLeft,
} from '../../../shared/words/desktop/hotkeys.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Warning } from '../../ui/icons/icons.tsx'
import type { Heard } from './heard.ts'

/** An accelerator as the keys to press. An invalid one is shown as written. */
export function Keys({ accelerator, platform }: { accelerator: string | null; platform: string }) {
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

interface Props {
  heard: Heard | null
  platform: string
}

/** The combination being pressed, and what is wrong with it. */
export function Recording({ heard, platform }: Props) {
  const left = useTimed(({ state }, now) => {
    const until = state?.desktop?.recordingUntil ?? null
    return until === null ? null : recordingLeft(until - now)
  })
  return (
    <div className="recording">
      <div role="status">
        <Built heard={heard} platform={platform} />
      </div>
      <p className="small num">
        {EDITOR_WORDS.how} {left}
      </p>
    </div>
  )
}

function Built({ heard, platform }: Props) {
  if (heard?.what === 'building' && heard.held.length > 0) return <KeyRow names={shownKeys(heard.held, platform)} />
  if (heard?.what === 'refused')
    return (
      <p className="noted field-wrong">
        <Warning />
        {NO_ACCELERATOR_WORDS[heard.why]}
      </p>
    )
  if (heard?.what !== 'key') return <p className="strong">{EDITOR_WORDS.press}</p>
  return (
    <>
      <Keys accelerator={heard.accelerator} platform={platform} />
      <p className="small">{heard.caution === null ? EDITOR_WORDS.taken : CAUTION_WORDS[heard.caution]}</p>
    </>
  )
}
