import { useState } from 'react'
import type { Answer as Answered } from '../../../shared/contract/operations.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { intend } from '../../../shared/intents/intents.ts'
import { seenLiveId } from '../../../shared/view/reasons.ts'
import { PLAYBACK_NAMES, PLAYBACK_WORDS } from '../../../shared/words/projects/build.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { PressButton } from '../../ui/button/PressButton.tsx'
import { Ask } from '../../ui/dialog/Ask.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'

interface Props {
  project: Project
  layer: Answered<'getLayer'>
}

/** Starts and stops one layer in the running broadcast; hidden while none runs. */
export function Playback({ project, layer: { id, name, settings } }: Props) {
  const { store, press, tell } = useActions()
  const [asking, setAsking] = useState(false)
  const liveId = usePanel(({ state }) => {
    const followed = state?.projects[project.id]
    return followed?.live ? seenLiveId(followed) : null
  })
  if (liveId === null) return null
  const spot = `edit:playback ${id}` as const
  const play = (action: 'start' | 'stop') => {
    const followed = store.getState().state?.projects[project.id] ?? null
    const meant = intend(followed, (show) => show.setPlayback(id, action))
    if ('reason' in meant) tell(spot, { result: 'refused', refusal: meant })
    else void press(spot, meant)
  }
  return (
    <div className="stack">
      <div className="row">
        {settings.isPlaying != null && <small>{PLAYBACK_WORDS.now(settings.isPlaying)}</small>}
        {settings.isPlaying !== true && (
          <PressButton
            name={PLAYBACK_NAMES.start}
            spot={spot}
            about={PLAYBACK_WORDS.about}
            onPress={() => play('start')}
          />
        )}
        {settings.isPlaying !== false && (
          <PressButton
            name={PLAYBACK_NAMES.stop}
            spot={spot}
            about={PLAYBACK_WORDS.about}
            onPress={() => setAsking(true)}
          />
        )}
      </div>
      {asking && (
        <Ask
          question={PLAYBACK_WORDS.ask(name)}
          yes={PLAYBACK_NAMES.stopYes}
          no={PLAYBACK_NAMES.keep}
          spot={spot}
          onYes={() => {
            setAsking(false)
            play('stop')
          }}
          onNo={() => setAsking(false)}
        />
      )}
      <Answer spots={[spot]} />
    </div>
  )
}
