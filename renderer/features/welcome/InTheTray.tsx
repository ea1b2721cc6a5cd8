import { Fragment } from 'react'
import { FIRST_KEYS_WORDS, firstKeys, trayPlace } from '../../../shared/words/welcome.ts'
import { useMirror } from '../../store/context.tsx'
import { Tray } from './icons.tsx'

/** What one would not find alone: where Cuelight is when its window is closed, and the keys that work in any program. */
export function InTheTray() {
  const desktop = useMirror(({ state }) => state?.desktop ?? null)
  if (!desktop) return null
  const keys = firstKeys(desktop)
  return (
    <p className="welcome-tray small">
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
