import { useEffect, useState } from 'react'
import type { ForecastLayer } from '../../../shared/query/views.ts'
import { targetOf } from '../../../shared/state.ts'
import { seenLiveId } from '../../../shared/view/reasons.ts'
import { PLAYING_WORDS as WORDS } from '../../../shared/words/playing.ts'
import { useActions } from '../../store/context.tsx'

interface Props {
  projectId: string
  layer: ForecastLayer
  name: string
}

/** The volume of a layer. It is sent once, when the slider or the key is released. */
export function Volume({ projectId, layer: { id, volume }, name }: Props) {
  const { store, press } = useActions()
  const [draft, setDraft] = useState<number | null>(null)
  // A new value from the service replaces the draft, whoever changed it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value ends the draft
  useEffect(() => setDraft(null), [volume])
  if (volume === null) return null
  const shown = draft ?? volume

  async function commit(): Promise<void> {
    if (draft === null || draft === volume) return
    const { state } = store.getState()
    const target = state && targetOf(state)
    const input = { projectId, layerId: id, settings: { volume: draft } }
    const seen = { liveId: target ? seenLiveId(target) : null }
    const answer = await press(`edit:${id}`, { type: 'edit', operation: 'updateLayer', input, seen })
    if (answer?.result !== 'done') setDraft(null)
  }
  return (
    <span className="volume num">
      <input
        type="range"
        min={0}
        max={10}
        value={shown}
        aria-label={WORDS.volume(name)}
        aria-valuetext={WORDS.ofTen(shown)}
        onChange={({ target }) => setDraft(target.valueAsNumber)}
        onPointerUp={() => void commit()}
        onKeyUp={() => void commit()}
        onBlur={() => void commit()}
      />
      <span aria-hidden="true">{shown}</span>
    </span>
  )
}
