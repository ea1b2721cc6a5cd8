import { isRunning, targetOf } from '../../../../shared/state.ts'
import { KEYCHAIN_WORDS, KEYLESS } from '../../../../shared/words/accounts/profiles.ts'
import { HEADINGS } from '../../../../shared/words/labels.ts'
import { LINK_LOST_WORDS } from '../../../../shared/words/panel/states.ts'
import { usePanel } from '../../../store/context.tsx'
import type { Place } from '../../../store/place.ts'
import { screenOf } from '../../../store/screen.ts'
import { AskKeychain, keychainLocked, keyIsLocked } from '../../../ui/actions/AskKeychain.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { Padlocked, Unplugged } from '../../../ui/icons/icons.tsx'
import { late } from '../../../ui/screen/late.tsx'
import { ProjectFails, ServiceNews } from './ServiceNews.tsx'

/** Bad news and automatic actions of Cuelight: what happened, the current state, and what to do. */
export function Banners({ place }: { place: Place }) {
  return (
    <section className="banners" aria-label={HEADINGS.notices}>
      <LinkLost />
      {place !== 'rehearsal' && <Rehearsed />}
      <KeychainLocked place={place} />
      <ServiceNews place={place} />
      <ProjectFails />
      <HalfDone />
      <BannerLine place={place} />
    </section>
  )
}

/** Loaded with the first fault of a rehearsal: most shows never have one. */
const RehearsedFaults = late(async () => (await import('./RehearsedFaults.tsx')).RehearsedFaults, null)

function Rehearsed() {
  const any = usePanel(({ state }) => Boolean(state?.rehearsal?.scenario || state?.rehearsal?.faults.length))
  return any && <RehearsedFaults />
}

/** Most shows never have one of these either. */
const OpenWork = late(async () => (await import('./OpenWork.tsx')).OpenWork, null)

function HalfDone() {
  const any = usePanel(({ state }) => Boolean(state?.openWork?.some(({ waits }) => waits)))
  return any && <OpenWork />
}

/** News of a broadcast, its end, and automatic actions of Cuelight. Loaded in time for the first news. */
const LateNews = late(async () => (await import('./LateNews.tsx')).LateNews, null)

function BannerLine({ place }: { place: Place }) {
  const any = usePanel(({ state }) => {
    const target = state && targetOf(state)
    const news = state?.notices.length || state?.heldEdits.length || target?.lastError || target?.lastEnd
    return Boolean(news || isRunning(target?.live ?? null))
  })
  return any && <LateNews place={place} />
}

function LinkLost() {
  const link = usePanel((panel) => panel.link)
  const known = usePanel(({ state }) => state !== null)
  if (link !== 'lost' || !known) return null
  return <StateCard bad icon={<Unplugged />} words={LINK_LOST_WORDS} />
}

/**
 * The keys arrive automatically once the user unlocks the keychain; the button is for those who do not want to wait.
 */
function KeychainLocked({ place }: { place: Place }) {
  const locked = usePanel(keychainLocked)
  // If this is why there is no show, the screen itself says so.
  const isShownBelow = usePanel((panel) => place === 'show' && screenOf(panel) === 'noKey' && keyIsLocked(panel))
  if (!locked || isShownBelow) return null
  return (
    <StateCard icon={<Padlocked />} words={{ headline: KEYCHAIN_WORDS.locked, now: null, todo: KEYLESS.locked.todo }}>
      <AskKeychain />
    </StateCard>
  )
}
