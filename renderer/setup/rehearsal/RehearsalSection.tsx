import { STUDIO_PROFILE } from '../../../shared/profiles.ts'
import { REQUEST_FAULTS } from '../../../shared/rehearsal.ts'
import { FAULT_KINDS } from '../../../shared/rehearsalKinds.ts'
import { profileInUse } from '../../../shared/state.ts'
import {
  REHEARSAL_HEADINGS,
  REHEARSAL_NAMES,
  REHEARSAL_WORDS,
  rehearsesElsewhere,
} from '../../../shared/words/rehearsalScreen.ts'
import { STUDIO_SILENT_WORDS } from '../../../shared/words/states.ts'
import { useActions, useMirror } from '../../mirror/context.tsx'
import { Answer } from '../../parts/Answer.tsx'
import { CloudGone } from '../../parts/icons.tsx'
import { PressButton } from '../../parts/PressButton.tsx'
import { StateCard } from '../../parts/StateCard.tsx'
import { whyNoSwitch } from '../../view/reasons.ts'
import { AccountKinds } from './AccountKinds.tsx'
import { AtWork } from './AtWork.tsx'
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
