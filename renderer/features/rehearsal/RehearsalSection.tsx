import { REQUEST_FAULTS } from '../../../shared/rehearsal/rehearsal.ts'
import { FAULT_KINDS } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { STUDIO_PROFILE } from '../../../shared/settings/profiles.ts'
import { profileInUse } from '../../../shared/state.ts'
import {
  REHEARSAL_HEADINGS,
  REHEARSAL_NAMES,
  REHEARSAL_WORDS,
  rehearsesElsewhere,
} from '../../../shared/words/rehearsalScreen.ts'
import { STUDIO_SILENT_WORDS } from '../../../shared/words/states.ts'
import { useActions, useMirror } from '../../store/context.tsx'
import { whyNoSwitch } from '../../store/reasons.ts'
import { Answer } from '../../ui/Answer.tsx'
import { CloudGone } from '../../ui/icons.tsx'
import { PressButton } from '../../ui/PressButton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { AccountKinds } from './AccountKinds.tsx'
import { AtWork } from './ActiveFaults.tsx'
import { Faults } from './Faults.tsx'
import { Preparing } from './Preparing.tsx'
import { Scenarios } from './Scenarios.tsx'
import { StudioKeys } from './StudioKeys.tsx'
import './Rehearsal.css'

/** Makes the local studio misbehave. All of it wears the look of a rehearsal, which nothing on air ever wears. */
export function RehearsalSection() {
  const inUse = useMirror(({ state }) => state?.profileId === STUDIO_PROFILE)
  const known = useMirror(({ state }) => state?.rehearsal != null)
  if (!inUse) return <Elsewhere />
  if (!known) return <StateCard look="page" bad icon={<CloudGone />} words={STUDIO_SILENT_WORDS} />
  return (
    <div className="rehearsal-room rehearsing">
      <p className="setup-about">{REHEARSAL_WORDS.about}</p>
      <AtWork />
      <Scenarios />
      <Faults heading={REHEARSAL_HEADINGS.requests} kinds={REQUEST_FAULTS} />
      <Faults heading={REHEARSAL_HEADINGS.broadcast} kinds={OF_THE_BROADCAST} />
      <AccountKinds />
      <Preparing />
      <StudioKeys />
    </div>
  )
}

const OF_THE_BROADCAST = FAULT_KINDS.filter((kind) => !REQUEST_FAULTS.includes(kind))

/** A real service is in use: nothing of the rehearsal reaches it. */
function Elsewhere() {
  const { press } = useActions()
  const name = useMirror(({ state }) => (state && profileInUse(state)?.name) ?? '')
  const reason = useMirror(whyNoSwitch)
  return (
    <div className="words card">
      <p>{rehearsesElsewhere(name)}</p>
      <PressButton
        name={REHEARSAL_NAMES.useStudio}
        spot={SPOT}
        reason={reason}
        onPress={() => void press(SPOT, { type: 'switchProfile', profileId: STUDIO_PROFILE })}
      />
      {reason && <p className="small">{reason}</p>}
      <Answer spots={[SPOT]} />
    </div>
  )
}

const SPOT = `profile:${STUDIO_PROFILE}` as const
