import { APPEARANCE_HEADINGS, APPEARANCE_WORDS } from '../../../shared/words/panel/appearance.ts'
import { usePanel } from '../../store/context.tsx'
import type { ViewPreferences } from '../../store/preferenceRules.ts'
import { useViewPreferences } from '../../store/useViewPreferences.tsx'
import { ViewChoice } from '../../ui/form/ViewChoice.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import './Appearance.css'

const COLOURS = ['theme', 'contrast', 'motion', 'textSize'] as const
const SCENES = ['sceneSize', 'sceneOrder'] as const
const SOUND = ['alarm'] as const

/** How the panel looks: each choice takes effect immediately and is stored in this browser. */
export function AppearanceSection() {
  const inApp = usePanel(({ state }) => state?.desktop != null)
  const kept = useViewPreferences((state) => state.kept)
  return (
    <>
      <p className="setup-about">{inApp ? APPEARANCE_WORDS.aboutInApp : APPEARANCE_WORDS.about}</p>
      {!kept && (
        <p className="card setup-note" role="status">
          {APPEARANCE_WORDS.notKept}
        </p>
      )}
      <Group heading={APPEARANCE_HEADINGS.colours} names={COLOURS} />
      <Group heading={APPEARANCE_HEADINGS.scenes} names={SCENES} />
      {!inApp && <Group heading={APPEARANCE_HEADINGS.sound} names={SOUND} />}
    </>
  )
}

function Group({ heading, names }: { heading: string; names: readonly (keyof ViewPreferences)[] }) {
  return (
    <Card heading={heading} level={3}>
      <div className="appearance">
        {names.map((name) => (
          <ViewChoice key={name} name={name} />
        ))}
      </div>
    </Card>
  )
}
