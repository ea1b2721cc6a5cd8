import { STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import { KEYLESS, keyless, PROFILE_NAMES } from '../../../shared/words/accounts/profiles.ts'
import { EMPTY, HEADINGS } from '../../../shared/words/labels.ts'
import { keylessHeadline, STATE_NAMES } from '../../../shared/words/panel/states.ts'
import { usePanel } from '../../store/context.tsx'
import { hashOf } from '../../store/place.ts'
import { whyNoSwitch } from '../../store/reasons.ts'
import { AskKeychain, keyIsLocked } from '../../ui/actions/AskKeychain.tsx'
import { UseProfile } from '../../ui/actions/UseProfile.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { StateScreen } from '../../ui/feedback/StateScreen.tsx'
import { Key, Padlocked } from '../../ui/icons/icons.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { late } from '../../ui/screen/late.tsx'

/** Shown when the profile in use has no usable key: offers to add or unlock one, or to use the studio instead. */
export function KeylessScreen() {
  const { todo } = usePanel(({ state }) => (state ? keyless(state) : KEYLESS.none))
  const headline = usePanel(({ state }) => (state ? keylessHeadline(state.service) : ''))
  const locked = usePanel(keyIsLocked)
  const isStudio = usePanel(({ state }) => state?.profileId === STUDIO_PROFILE)
  return (
    <StateScreen icon={locked ? <Padlocked /> : <Key />} words={{ headline, now: null, todo }}>
      {locked && <AskKeychain main />}
      <a className={locked ? 'button quiet' : 'button main'} href={hashOf('accounts')}>
        {PROFILE_NAMES.giveKey}
      </a>
      {!isStudio && <UseStudio />}
    </StateScreen>
  )
}

function UseStudio() {
  const reason = usePanel(whyNoSwitch)
  return (
    <>
      <UseProfile name={STATE_NAMES.useStudio} spot="useStudio" reason={reason} profileId={STUDIO_PROFILE} />
      <Answer spots={['useStudio']} />
    </>
  )
}

const ProjectChooser = late(
  async () => (await import('../../features/projects/ProjectChooser.tsx')).ProjectChooser,
  <p className="empty">{EMPTY.projectsUnread}</p>,
)

/** Shown while there is no show target: the user has to choose one first. */
export function ChooseScreen() {
  return (
    <div className="narrow">
      <Card heading={HEADINGS.projects}>
        <ProjectChooser />
      </Card>
    </div>
  )
}
