import { useCallback, useState } from 'react'
import { SCENE_NAMES } from '../../../shared/words/scenes.ts'
import { Keyboard } from '../../ui/icons.tsx'
import { usePageKey } from '../../ui/usePageKey.ts'
import { KeysDialog } from './KeysDialog.tsx'

/** The list of keys, by a button or its own key. Not where there is no keyboard. */
export function KeysButton() {
  const [open, setOpen] = useState(false)
  const show = useCallback(() => setOpen(true), [])
  usePageKey('?', show)
  return (
    <>
      <button
        type="button"
        className="button quiet square needs-keys"
        aria-label={SCENE_NAMES.keys}
        aria-haspopup="dialog"
        title={SCENE_NAMES.keys}
        onClick={show}
      >
        <Keyboard />
      </button>
      {open && <KeysDialog onClose={() => setOpen(false)} />}
    </>
  )
}
