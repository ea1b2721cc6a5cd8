import type { UpdateState } from '../../../shared/settings/desktop.ts'
import {
  DESKTOP_HEADINGS,
  DESKTOP_NAMES,
  UPDATE_REASONS,
  updateSentence,
} from '../../../shared/words/desktopSettings.ts'
import { useActions, useMirror } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Card } from '../../ui/Card.tsx'
import { Cross, Dots, Tick } from '../../ui/icons.tsx'
import { PressButton } from '../../ui/PressButton.tsx'

const SIGNS: Partial<Record<UpdateState['state'], typeof Tick>> = {
  none: Tick,
  checking: Dots,
  loading: Dots,
  failed: Cross,
}

/** How it stands with updates. What waits stays pressable: the core refuses it while live, and says why. */
export function Updates({ update }: { update: UpdateState }) {
  const { press } = useActions()
  const noLink = useMirror(whyNoLink)
  const Sign = SIGNS[update.state]
  return (
    <Card heading={DESKTOP_HEADINGS.updates} level={3}>
      <div className="update" role="status" data-state={update.state}>
        {Sign && <Sign />}
        <p>{updateSentence(update)}</p>
      </div>
      <div className="row setting-acts">
        {(update.state === 'ready' || update.state === 'held') && (
          <PressButton
            name={DESKTOP_NAMES.install}
            spot="update"
            className="main"
            reason={noLink}
            onPress={() => void press('update', { type: 'installUpdate' })}
          />
        )}
        <PressButton
          name={DESKTOP_NAMES.look}
          spot="update"
          className="quiet"
          reason={noLink ?? whyNotLook(update)}
          onPress={() => void press('update', { type: 'checkForUpdate' })}
        />
        <Answer spots={SPOTS} />
      </div>
    </Card>
  )
}

const SPOTS = ['update'] as const

function whyNotLook({ state }: UpdateState): string | null {
  return state === 'unpackaged' || state === 'checking' || state === 'loading' ? UPDATE_REASONS[state] : null
}
