import type { DesktopState } from '../../../shared/settings/desktop.ts'
import {
  COMMAND_WORDS,
  commandSentence,
  DESKTOP_HEADINGS,
  DESKTOP_NAMES,
} from '../../../shared/words/desktopSettings.ts'
import { useActions, useMirror } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Card } from '../../ui/Card.tsx'
import { PressButton } from '../../ui/PressButton.tsx'

/** The command by which other programs reach Cuelight: where it is, and the way to have it. */
export function CommandCard({ command }: { command: DesktopState['command'] }) {
  const { press } = useActions()
  const reason = useMirror(whyNoLink)
  return (
    <Card heading={DESKTOP_HEADINGS.command} level={3}>
      <p>{commandSentence(command)}</p>
      <p className="small">{COMMAND_WORDS.about}</p>
      <div className="row setting-acts">
        <PressButton
          name={command.path === null ? DESKTOP_NAMES.installCommand : DESKTOP_NAMES.installAgain}
          spot="command"
          className="quiet"
          reason={reason}
          onPress={() => void press('command', { type: 'installCommand' })}
        />
        <Answer spots={SPOTS} />
      </div>
    </Card>
  )
}

const SPOTS = ['command'] as const
