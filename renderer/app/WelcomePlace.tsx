import { useState } from 'react'
import { STUDIO_PROFILE } from '../../shared/settings/profileIds.ts'
import { isRunning } from '../../shared/state.ts'
import { useParameters } from '../store/address.ts'
import { usePanel, useTarget } from '../store/context.tsx'
import { useLate } from '../ui/late.tsx'
import './WelcomePlace.css'

/**
 * The welcome of the first start, among the news: a script of its own, for nobody needs it twice. Who is on air, or about
 * to be, has no need of it. @param here is the show there that it speaks of?
 */
export function WelcomePlace({ here }: { here: boolean }) {
  const isNew = usePanel(({ state }) => state?.welcome === true && state.profileId === STUDIO_PROFILE)
  /** It is in the middle of something, or has something left to say: it stays although nobody needs a welcome any more. */
  const [busy, setBusy] = useState(false)
  const onAir = useTarget((target) => isRunning(target?.live ?? null))
  const isChecking = useParameters('show').has('check')
  const wanted = (isNew && here && !onAir && !isChecking) || busy
  if (!wanted) return null
  return <Place onBusy={setBusy} />
}

/** Where it does not come, nothing is lost: all that it says stands elsewhere, too. */
function Place({ onBusy }: { onBusy(busy: boolean): void }) {
  const Welcome = useLate(load)
  if (Welcome === 'failed') return null
  return <div className="welcome-place">{Welcome && <Welcome onBusy={onBusy} />}</div>
}

const load = async () => (await import('../features/accounts/Welcome.tsx')).Welcome
