import { type ComponentType, useEffect, useState } from 'react'
import { STUDIO_PROFILE } from '../../shared/settings/profileIds.ts'
import { usePanel } from '../store/context.tsx'
import './WelcomePlace.css'

interface WelcomeProps {
  /** It is in the middle of something, or has something left to say: it stays although nobody needs a welcome any more. */
  onBusy(busy: boolean): void
}

/**
 * The welcome of the first start, above the show and never over it. It comes as a script of its own, because nobody needs
 * it the second time; the room for it is kept from the start, so that no control moves when it comes.
 *
 * @param here is the show there that it speaks of?
 */
export function WelcomePlace({ here }: { here: boolean }) {
  const isNew = usePanel(({ state }) => state?.welcome === true && state.profileId === STUDIO_PROFILE)
  const inApp = usePanel(({ state }) => state?.desktop != null)
  const [busy, setBusy] = useState(false)
  const [Welcome, setWelcome] = useState<ComponentType<WelcomeProps> | null>(null)
  const [missing, setMissing] = useState(false)
  const wanted = (isNew && here) || busy
  useEffect(() => {
    if (wanted) void load().then((loaded) => (loaded ? setWelcome(() => loaded) : setMissing(true)))
  }, [wanted])
  if (!wanted || missing) return null
  return (
    <div className="welcome-place" data-app={inApp || undefined}>
      {Welcome && <Welcome onBusy={setBusy} />}
    </div>
  )
}

/** Null: it does not come. Nothing is lost then: all that it says stands elsewhere, too. */
async function load(): Promise<ComponentType<WelcomeProps> | null> {
  try {
    return (await import('../features/accounts/Welcome.tsx')).Welcome
  } catch {
    return null
  }
}
