import { type ReactNode, useEffect, useRef } from 'react'
import { SECTION_WORDS, SETUP_NAMES } from '../../../shared/words/panel/setup.ts'
import { AboutSection } from '../../features/about/LicenceList.tsx'
import { AccessSection } from '../../features/access/AccessSection.tsx'
import { AccountsSection } from '../../features/accounts/AccountsSection.tsx'
import { AppearanceSection } from '../../features/appearance/AppearanceSection.tsx'
import { DesktopSection } from '../../features/desktop/DesktopSection.tsx'
import { ServersSection } from '../../features/destinations/ServersSection.tsx'
import { HotkeysSection } from '../../features/hotkeys/HotkeysSection.tsx'
import { InterfaceSection } from '../../features/interface/InterfaceSection.tsx'
import { MacrosSection } from '../../features/macros/MacrosSection.tsx'
import { MidiCard } from '../../features/midi/MidiCard.tsx'
import { ShowSection } from '../../features/preferences/ShowSection.tsx'
import { RehearsalSection } from '../../features/rehearsal/RehearsalSection.tsx'
import { Budget } from '../../features/show/status/Budget.tsx'
import { SupportSection } from '../../features/support/SupportSection.tsx'
import { usePanel } from '../../store/context.tsx'
import { goTo, hashOf, isOnStudio, type Section, sectionsOf } from '../../store/place.ts'
import { useEscape } from '../../ui/button/usePageKey.ts'
import { QuitCuelight } from './QuitDialog.tsx'
import './Setup.css'

const BODIES: Record<Section, ReactNode> = {
  accounts: <AccountsSection />,
  running: <ShowSection />,
  macros: <MacrosSection />,
  broadcasting: <ServersSection />,
  rehearsal: <RehearsalSection />,
  appearance: <AppearanceSection />,
  hotkeys: <HotkeysSection />,
  desktop: <DesktopSection />,
  access: (
    <>
      <AccessSection />
      <MidiCard />
    </>
  ),
  interface: (
    <>
      <Budget />
      <InterfaceSection />
    </>
  ),
  support: <SupportSection />,
  about: <AboutSection />,
}

/** All settings. A separate script, which keeps the show's script small. */
export function SetupScreen({ section }: { section: Section }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEscape(backToShow)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="page setup">
      <Sections section={section} />
      <div className="stack setup-body">
        <h2 className="setup-title" ref={heading} tabIndex={-1}>
          {SECTION_WORDS[section]}
        </h2>
        {BODIES[section]}
      </div>
      <div className="ruled-off setup-foot">
        <QuitCuelight />
      </div>
    </div>
  )
}

const backToShow = () => goTo('show')

function Sections({ section }: { section: Section }) {
  const inApp = usePanel(({ state }) => state?.desktop != null)
  const onStudio = usePanel(isOnStudio)
  return (
    <nav className="setup-nav" aria-label={SETUP_NAMES.sections}>
      <ul>
        {sectionsOf(inApp, onStudio).map((one) => (
          <li key={one}>
            <a className="label section" href={hashOf(one)} aria-current={one === section ? 'page' : undefined}>
              {SECTION_WORDS[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
