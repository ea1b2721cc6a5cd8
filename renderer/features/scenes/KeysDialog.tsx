import { useEffect, useId, useRef } from 'react'
import { KEY_ROWS, KEYS_TO, KEYS_WORDS, SCREEN_KEYS } from '../../../shared/words/panel/appearance.ts'
import { usePanel } from '../../store/context.tsx'
import { hashOf, onHashChange, useHere } from '../../store/place.ts'
import { CloseButton, Dialog } from '../../ui/dialog/Dialog.tsx'
import './Keys.css'

const GROUPS = ['reach', 'find', 'leave'] as const

/** The panel's own keys, and a link to the settings of the global hotkeys. Escape closes it. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const id = useId()
  const here = useHere()
  const dialog = useRef<HTMLDialogElement>(null)
  // Its links lead to other places, so it closes when the place changes.
  useEffect(() => onHashChange(() => dialog.current?.close()), [])
  return (
    <Dialog ref={dialog} className="dialog keys-dialog" aria-labelledby={id} onClose={onClose}>
      <div className="card-head">
        <h2 id={id}>{KEYS_WORDS.title}</h2>
        <CloseButton />
      </div>
      <Rows heading={KEYS_WORDS.here} rows={SCREEN_KEYS[here] ?? []} />
      {GROUPS.map((group) => (
        <Rows key={group} heading={KEYS_WORDS[group]} rows={KEY_ROWS[group]} />
      ))}
      <p className="small">{KEYS_WORDS.about}</p>
      <Everywhere />
    </Dialog>
  )
}

function Rows({ heading, rows }: { heading: string; rows: (typeof KEY_ROWS)['reach'] }) {
  if (rows.length === 0) return null
  return (
    <>
      <h3 className="keys-group small strong">{heading}</h3>
      <dl className="facts keys-list">
        {rows.map(({ keys, to, does }) => (
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
