import { shownKeys } from '../../../shared/hotkeys/hotkeys.ts'
import { CAUTION_WORDS, NO_ACCELERATOR_WORDS } from '../../../shared/words/hotkeys.ts'
import { EDITOR_WORDS, recordingLeft } from '../../../shared/words/hotkeysEditor.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Warning } from '../../ui/icons.tsx'
import type { Heard } from './heard.ts'
import { KeyRow, Keys } from './Keys.tsx'

interface Props {
  heard: Heard | null
  platform: string
}

/** The combination as it is built, and what is wrong with it. */
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
      <p className="field-wrong">
        <Warning />
        {NO_ACCELERATOR_WORDS[heard.why]}
      </p>
    )
  if (heard?.what !== 'key') return <p className="recording-press">{EDITOR_WORDS.press}</p>
  return (
    <>
      <Keys accelerator={heard.accelerator} platform={platform} />
      <p className="small">{heard.caution === null ? EDITOR_WORDS.taken : CAUTION_WORDS[heard.caution]}</p>
    </>
  )
}
