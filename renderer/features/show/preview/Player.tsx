import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { PREVIEW_STATES, type PreviewState, PREVIEW_WORDS as WORDS } from '../../../../shared/words/show/preview.ts'
import { useActions } from '../../../store/context.tsx'
import { Button } from '../../../ui/button/PressButton.tsx'
import { startPlayer } from './player.ts'

/** The picture of what is on air. While nobody can see this page, nothing is fetched. */
export function Player({ projectId }: { projectId: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const { preview } = useActions()
  const isSeen = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const [state, setState] = useState<PreviewState>('connecting')
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
  useEffect(() => {
    if (!isSeen || !video.current || !preview) return
    return startPlayer(video.current, () => preview(projectId), setState)
  }, [isSeen, preview, projectId, attempt])
  return (
    <>
      <div className="preview-screen" data-state={state}>
        <video ref={video} muted playsInline disablePictureInPicture aria-label={WORDS.picture} />
      </div>
      <p className="small" role="status">
        {PREVIEW_STATES[state]}
      </p>
      {state === 'short' && <Button onClick={() => setAttempt(attempt + 1)}>{WORDS.again}</Button>}
    </>
  )
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
