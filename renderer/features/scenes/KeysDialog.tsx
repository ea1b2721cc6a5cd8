import { useEffect, useId, useRef } from 'react'
import { KEY_ROWS, KEYS_TO, KEYS_WORDS } from '../../../shared/words/appearance.ts'
import { usePanel } from '../../store/context.tsx'
import { hashOf, onHashChange } from '../../store/place.ts'
import { CloseButton, Dialog } from '../../ui/Dialog.tsx'
import './Keys.css'

/** The panel's own keys, and where those that work everywhere are set. Escape closes it. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // What it leads to is another place, and it does not lie over that.
  useEffect(() => onHashChange(() => dialog.current?.close()), [])
  return (
    <Dialog ref={dialog} className="dialog keys-dialog" aria-labelledby={id} onClose={onClose}>
      <div className="card-head">
        <h2 id={id}>{KEYS_WORDS.title}</h2>
        <CloseButton />
      </div>
      <Rows of="reach" />
      <Rows of="find" />
      <Rows of="leave" />
      <p className="small">{KEYS_WORDS.about}</p>
      <Everywhere />
    </Dialog>
  )
}

function Rows({ of }: { of: keyof typeof KEY_ROWS }) {
  return (
    <>
      <h3 className="keys-group small strong">{KEYS_WORDS[of]}</h3>
      <dl className="facts keys-list">
        {KEY_ROWS[of].map(({ keys, to, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              {to && <span className="small">{KEYS_TO}</span>}
              {to && <kbd>{to}</kbd>}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Everywhere() {
  const inApp = usePanel(({ state }) => state?.desktop != null)
  if (!inApp) return <p className="small">{KEYS_WORDS.noApp}</p>
  return (
    <p className="small">
      {KEYS_WORDS.elsewhere} <a href={hashOf('hotkeys')}>{KEYS_WORDS.hotkeys}</a>
    </p>
  )
}
