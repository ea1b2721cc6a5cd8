import { AlsoOnAir } from '../../features/projects/AlsoOnAir.tsx'
import { StopOther } from '../../features/show/controls/StopOther.tsx'

/** What else is on air, each with its Stop. */
export function OtherBroadcasts() {
  return <AlsoOnAir stop={(projectId, name) => <StopOther {...{ projectId, name }} />} />
}
