import { useEffect, useId, useRef } from 'react'
import { KEY_ROWS, KEYS_TO, KEYS_WORDS } from '../../shared/words/keys.ts'
import { NAMES } from '../../shared/words/labels.ts'
import { useMirror } from '../mirror/context.tsx'
import { hashOf } from '../view/place.ts'
import './Keys.css'

/** The panel's own keys, and where those that work everywhere are set. Escape closes it. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    // Leaving the page closes it too: no clean-up, which would tell us that somebody closed it.
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog className="dialog keys-dialog" ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div className="card-head">
        <h2 id={id}>{KEYS_WORDS.title}</h2>
        <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
          {NAMES.close}
        </button>
      </div>
      <Rows of="reach" />
      <Rows of="find" />
      <Rows of="leave" />
      <p className="small">{KEYS_WORDS.about}</p>
      <Everywhere />
    </dialog>
  )
}

function Rows({ of }: { of: keyof typeof KEY_ROWS }) {
  return (
    <>
      <h3 className="keys-group">{KEYS_WORDS[of]}</h3>
      <dl className="keys-list">
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
  const inApp = useMirror(({ state }) => state?.desktop != null)
  if (!inApp) return <p className="small">{KEYS_WORDS.noApp}</p>
  return (
    <p className="small">
      {KEYS_WORDS.elsewhere} <a href={hashOf('hotkeys')}>{KEYS_WORDS.hotkeys}</a>
    </p>
  )
}
