import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import {
  FIRST_KEYS_WORDS,
  firstKeys,
  trayPlace,
  WELCOME_NAMES,
  WELCOME_WORDS,
} from '../../../shared/words/accounts/connecting.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { hashOf } from '../../store/place.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { Cross, drawn } from '../../ui/icons/icons.tsx'
import { GoodTick } from '../../ui/icons/lateIcons.tsx'
import { ConnectForm } from './ConnectForm.tsx'
import './Welcome.css'
import { Drama, PanelTop, PlugZap, Repeat } from 'lucide-react'

/** Icons of the welcome alone: they load with its script, so the show does not pay for them. */

export const Masks = drawn(Drama)
export const Plug = drawn(PlugZap)
const Round = drawn(Repeat)
export const Tray = drawn(PanelTop)

/**
 * What users would not find on their own: where Cuelight is when its window is closed, and the hotkeys that work in
 * any program.
 */
export function InTheTray() {
  const desktop = usePanel(({ state }) => state?.desktop ?? null)
  if (!desktop) return null
  const keys = firstKeys(desktop)
  return (
    <p className="row welcome-tray small">
      <Tray />
      <span>{trayPlace(desktop.platform)}</span>
      {keys.length > 0 && (
        <span>
          {FIRST_KEYS_WORDS}{' '}
          {keys.map(({ name, key }) => (
            <Fragment key={name}>
              <span className="welcome-key">
                {name} <kbd>{key}</kbd>
              </span>{' '}
            </Fragment>
          ))}
        </span>
      )}
    </p>
  )
}

/** `asked`: all options. `connecting`: the connect form. `said`: what to try, or what was saved. */
type Phase = { is: 'asked'; returned: boolean } | { is: 'connecting' } | { is: 'said'; text: string }

/** The first minute: rehearse immediately, set up a channel, or connect an account. Dismissing it in one window dismisses it in all. */
export function Welcome({ onBusy }: { onBusy(busy: boolean): void }) {
  const { press } = useActions()
  const [phase, setPhase] = useState<Phase>({ is: 'asked', returned: false })
  function go(next: Phase): void {
    setPhase(next)
    onBusy(next.is !== 'asked')
  }
  const putAway = () => void press('welcome', { type: 'putAwayWelcome' })
  function rehearse(): void {
    go({ is: 'said', text: WELCOME_WORDS.tryThis })
    putAway()
  }
  switch (phase.is) {
    case 'said':
      return <WelcomeNote text={phase.text} onClose={() => onBusy(false)} />
    case 'connecting':
      return (
        <section className="welcome card" aria-label={WELCOME_WORDS.connecting}>
          <h2>{WELCOME_WORDS.connecting}</h2>
          <ConnectForm
            onDone={(text) => go({ is: 'said', text })}
            onBack={() => go({ is: 'asked', returned: true })}
          />
        </section>
      )
    case 'asked':
      return (
        <WelcomeQuestion
          returned={phase.returned}
          onRehearse={rehearse}
          onConnect={() => go({ is: 'connecting' })}
          onClose={putAway}
        />
      )
  }
}

interface AskedProps {
  /** The user came back from the form: the focus returns to the button that opened it. */
  returned: boolean
  onRehearse(): void
  onConnect(): void
  onClose(): void
}

function WelcomeQuestion({ returned, onRehearse, onConnect, onClose }: AskedProps) {
  const connect = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (returned) connect.current?.focus()
  }, [returned])
  return (
    <section className="welcome card" aria-label={WELCOME_WORDS.title}>
      <h2>{WELCOME_WORDS.title}</h2>
      <p className="welcome-short strong">{WELCOME_WORDS.short}</p>
      <CloseButton onClose={onClose} />
      <div className="welcome-ways">
        <Way icon={<Masks />} text={WELCOME_WORDS.rehearse}>
          <Button className="" onClick={onRehearse}>
            {WELCOME_NAMES.rehearse}
          </Button>
        </Way>
        <Way icon={<Round />} text={WELCOME_WORDS.loop}>
          <a className="button" href={hashOf('guide')}>
            {WELCOME_NAMES.loop}
          </a>
        </Way>
        <Way icon={<Plug />} text={WELCOME_WORDS.connect}>
          <Button ref={connect} className="" onClick={onConnect}>
            {WELCOME_NAMES.connect}
          </Button>
        </Way>
      </div>
      <InTheTray />
    </section>
  )
}

function Way({ icon, text, children }: { icon: ReactNode; text: string; children: ReactNode }) {
  return (
    <div className="box welcome-way">
      <span className="welcome-sign">{icon}</span>
      <p className="small">{text}</p>
      {children}
    </div>
  )
}

/** A line that stays until dismissed or until the page reloads. The focus goes to its close button. */
function WelcomeNote({ text, onClose }: { text: string; onClose(): void }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => line.current?.querySelector('button')?.focus(), [])
  return (
    <div className="welcome said card" ref={line}>
      <GoodTick />
      <p role="status">{text}</p>
      <CloseButton onClose={onClose} />
    </div>
  )
}

function CloseButton({ onClose }: { onClose(): void }) {
  return (
    <Button className="quiet square" aria-label={WELCOME_NAMES.close} onClick={onClose}>
      <Cross />
    </Button>
  )
}
