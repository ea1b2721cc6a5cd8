import type { ComponentProps } from 'react'
import { PROFILE_NAMES } from '../../../shared/words/accounts/profiles.ts'
import { usePanel } from '../../store/context.tsx'
import { isRefusedFor } from '../../store/submissions.ts'
import { CommandButton } from '../button/PressButton.tsx'

type Props = Omit<ComponentProps<typeof CommandButton>, 'command'> & { profileId: string }

/**
 * Switches to another account. If that would leave a workflow incomplete, it is refused, and a second button switches
 * anyway.
 */
export function UseProfile({ profileId, ...button }: Props) {
  const asks = usePanel(({ presses }) => isRefusedFor(presses[button.spot], 'openWork'))
  const command = { type: 'switchProfile', profileId } as const
  return (
    <>
      <CommandButton {...button} command={command} />
      {asks && (
        <CommandButton {...button} name={PROFILE_NAMES.useAnyway} command={{ ...command, openWork: 'leave' }} />
      )}
    </>
  )
}
