import { asking, CONNECT_NAMES, CONNECT_WORDS, worked } from '../../../shared/words/connecting.ts'
import type { Look } from '../../store/submissions.ts'
import { SIGNS } from '../../ui/Answer.tsx'
import type { Tried } from './useTry.ts'

interface Props {
  tried: Tried
  /** Waits no longer for the answer. */
  onCancel(): void
}

/** How the test goes, where the eye is. What is wrong with a field stands at that field; here stands what is true. */
export function TryLine({ tried, onCancel }: Props) {
  const look = LOOKS[tried.is]
  return (
    <div className="answer try" data-look={look}>
      {look && SIGNS[look]}
      <span aria-live="polite" className="num">
        {said(tried)}
      </span>
      {tried.is === 'asking' && (
        <button type="button" className="button quiet" onClick={onCancel}>
          {CONNECT_NAMES.cancelTest}
        </button>
      )}
    </div>
  )
}

const LOOKS: Record<Tried['is'], Look | undefined> = {
  untried: undefined,
  asking: 'sent',
  worked: 'done',
  failed: 'failed',
}

function said(tried: Tried): string {
  switch (tried.is) {
    case 'untried':
      return ''
    case 'asking':
      return asking(tried.host)
    case 'worked':
      return worked(tried.projects, tried.ms)
    case 'failed':
      return tried.told.field
        ? `${CONNECT_WORDS.nothingKept} ${CONNECT_WORDS.mend}`
        : `${tried.told.what} ${tried.told.todo}`
  }
}
