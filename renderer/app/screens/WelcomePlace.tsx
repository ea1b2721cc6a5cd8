import { useState } from 'react'
import { isRunning } from '../../../shared/state.ts'
import { useParameters } from '../../store/address.ts'
import { usePanel, useTarget } from '../../store/context.tsx'
import { useLate } from '../../ui/screen/late.tsx'
import './WelcomePlace.css'

/**
 * The welcome of the first start, shown among the news. A separate script, because it is needed only once. Not shown
 * on air or while the user checks before going live.
 * @param here whether the show screen that it describes is visible
 */
export function WelcomePlace({ here }: { here: boolean }) {
  /** Beside a project that is really broadcast, what it says of the demo project would be untrue. */
  const isNew = usePanel(({ state }) => state?.welcome === true && state.service.rehearsal)
  /** The welcome is in the middle of something or still has a message to show: it stays even if no longer needed. */
  const [busy, setBusy] = useState(false)
  const onAir = useTarget((target) => isRunning(target?.live ?? null))
  const isChecking = useParameters('show').has('check')
  const wanted = (isNew && here && !onAir && !isChecking) || busy
  if (!wanted) return null
  return <Place onBusy={setBusy} />
}

/** If its script fails to load, nothing is lost: everything it shows is available elsewhere too. */
function Place({ onBusy }: { onBusy(busy: boolean): void }) {
  const Welcome = useLate(load)
  if (Welcome === 'failed') return null
  return <div className="welcome-place">{Welcome && <Welcome onBusy={onBusy} />}</div>
}

const load = async () => (await import('../../features/accounts/Welcome.tsx')).Welcome
