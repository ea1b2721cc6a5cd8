import { isRunning } from '../../../../shared/state.ts'
import { ABOUT, NAMES, SHOW_KEYS } from '../../../../shared/words/labels.ts'
import { editsWaiting } from '../../../../shared/words/show/show.ts'
import { useActions, usePanel, useTarget } from '../../../store/context.tsx'
import { whyNoAutoSync, whyNoLink, whyNoSync } from '../../../store/reasons.ts'
import { PressButton } from '../../../ui/button/PressButton.tsx'
import { Switch } from '../../../ui/form/Switch.tsx'
import { Padlocked, PadlockOpen } from '../../../ui/icons/icons.tsx'

/**
 * Shows viewers the current project. Blue while there are changes that they do not see.
 *
 * @param inHead small, and without the shortcut, which belongs to the show screen
 */
export function Sync({ inHead = false, tabIndex }: { inHead?: boolean; tabIndex?: number | undefined }) {
  const { ask } = useActions()
  const reason = usePanel(whyNoSync)
  const waiting = useTarget((target) =>
    target?.unsynced.some && isRunning(target.live) ? editsWaiting(target.unsynced.edits) : null,
  )
  return (
    <PressButton
      name={NAMES.sync}
      spot="sync"
      pageKey={inHead ? undefined : SHOW_KEYS.sync}
      tabIndex={tabIndex}
      className={`${inHead ? '' : 'act '}sync${waiting ? ' waits' : ''}`}
      reason={reason}
      about={[waiting && `${waiting}.`, ABOUT.sync].filter(Boolean).join(' ')}
      onPress={() => void ask('sync', (show) => show.sync())}
    >
      {NAMES.sync}
      {waiting && (
        <small className="clip num" aria-hidden="true">
          {' '}
          {waiting}
        </small>
      )}
    </PressButton>
  )
}

/** Whether changes reach viewers immediately. */
export function AutoSync() {
  const { ask } = useActions()
  const reason = usePanel(whyNoAutoSync)
  const on = useTarget((target) => target?.settings?.autoSync ?? null)
  const set = (next: boolean) => void ask('autoSync', (show) => show.setAutoSync(next))
  return (
    <Switch name={NAMES.autoSync} spot="autoSync" on={on} onSwitch={set} reason={reason} about={ABOUT.autoSync} />
  )
}

/** While closed, it refuses everything that viewers could see. */
export function Padlock() {
  const { press } = useActions()
  const reason = usePanel(whyNoLink)
  const locked = usePanel(({ state }) => state?.padlock.locked ?? null)
  return (
    <Switch
      name={NAMES.padlock}
      spot="padlock"
      on={locked}
      onSwitch={(next) => void press('padlock', { type: 'setPadlock', locked: next })}
      reason={reason}
      about={ABOUT.padlock}
      sign={locked ? <Padlocked /> : <PadlockOpen />}
    />
  )
}
