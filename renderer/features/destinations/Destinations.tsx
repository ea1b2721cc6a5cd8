import { useState } from 'react'
import { type DestinationState, isRunning, type ProjectState } from '../../../shared/state.ts'
import { kbpsTo } from '../../../shared/view/broadcastHealth.ts'
import { destinationsOf, faultOf, lookOf, mostTelling, safeLink, stateOf } from '../../../shared/view/destinations.ts'
import { numeral } from '../../../shared/words/format.ts'
import { EMPTY, HEADINGS, OPENS_NEW_TAB, VIEWERS_NOT_KNOWN } from '../../../shared/words/labels.ts'
import { EMPTY_WORDS, READING } from '../../../shared/words/panel/states.ts'
import {
  allDestinations,
  destinationsText,
  FEWER_DESTINATIONS,
  PROVIDER_WORDS,
  SERVERS_LINK,
} from '../../../shared/words/projects/destinations.ts'
import { bitRate } from '../../../shared/words/show/broadcasting.ts'
import { usePanel, useTarget } from '../../store/context.tsx'
import { hashOf, isOnStudio } from '../../store/place.ts'
import { airIsKnown } from '../../store/tally.ts'
import { readingFails } from '../../store/trouble.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { ServicePage } from '../../ui/button/ServicePage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Empty, Outward } from '../../ui/icons/icons.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import './Destinations.css'

/** With more destinations than this, the rest is folded; faulty ones come first. */
const MOST = 6

/** The destinations of the show and the state of each. */
export function Destinations() {
  const all = useTarget(destinationsOf)
  const faulty = useTarget((target) => countFaulty(target, all))
  const [unfolded, setUnfolded] = useState(false)
  const target = useTarget((one) => one)
  const shown = !all || !target || unfolded ? all : mostTelling(target, all, MOST)
  return (
    <Card
      heading={HEADINGS.destinations}
      aside={all?.length ? destinationsText(all.length, faulty) : undefined}
      className="destinations"
    >
      {all === null && <DestinationsReadFailed />}
      {all?.length === 0 && (
        <StateCard look="part" icon={<Empty />} words={EMPTY_WORDS.noDestinations}>
          <ServicePage />
        </StateCard>
      )}
      {shown && shown.length > 0 && (
        <ul className="ruled">
          {shown.map((one, index) => (
            // The service does not guarantee ids, and names may repeat.
            <Row key={one.id ?? `${index} ${one.name}`} destination={one} />
          ))}
        </ul>
      )}
      <ManageServers />
      {all && all.length > MOST && (
        <Button aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {unfolded ? FEWER_DESTINATIONS : allDestinations(all.length)}
        </Button>
      )}
    </Card>
  )
}

/** On the local studio the user has servers and a page of their own, which no service page shows. */
function ManageServers() {
  const onStudio = usePanel(isOnStudio)
  if (!onStudio) return null
  return (
    <a className="button quiet servers-link" href={hashOf('broadcasting')}>
      {SERVERS_LINK}
    </a>
  )
}

function countFaulty(target: ProjectState | null, all: readonly DestinationState[] | null): number {
  if (!target || !all) return 0
  return all.filter((one) => faultOf(target, one) !== null).length
}

/** A failed read is reported above; this does not pretend to be loading. */
function DestinationsReadFailed() {
  const failed = usePanel(readingFails)
  if (failed) return <p className="empty">{EMPTY.destinationsUnread}</p>
  return <Skeleton text={READING.destinations} count={2} />
}

function Row({ destination }: { destination: DestinationState }) {
  const state = useTarget((target) => (target ? stateOf(target, destination) : ''))
  const faulty = useTarget((target) => target !== null && faultOf(target, destination) !== null)
  const look = useTarget((target) => target && lookOf(target, destination))
  const running = useTarget((target) => isRunning(target?.live ?? null))
  const known = useTimed(airIsKnown)
  const kbps = usePanel((panel) => panel.state && kbpsTo(panel.state, destination.id))
  const link = safeLink(destination.viewingUrl)
  // There is only one watch page, so its link can be a word.
  const isHere = destination.provider === 'local'
  return (
    <li className="destination" data-look={known ? (look ?? undefined) : undefined} data-faulty={faulty || undefined}>
      <span className="sign" aria-hidden="true" />
      <div className="destination-words">
        <span className="destination-name">{destination.name || EMPTY.nameless}</span>
        <span className="small">
          {PROVIDER_WORDS[destination.provider]} · {state}
          {kbps !== null && ` · ${bitRate(kbps)}`}
        </span>
      </div>
      <div className="destination-end">
        {running && <Viewers viewers={known ? destination.viewers : null} />}
        {link && (
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            {...(isHere ? { className: 'worded' } : { 'aria-label': `${OPENS_NEW_TAB} ${destination.name}` })}
          >
            {isHere && OPENS_NEW_TAB}
            <Outward />
          </a>
        )}
      </div>
    </li>
  )
}

function Viewers({ viewers }: { viewers: number | null }) {
  if (viewers !== null) return <span className="num">{numeral(viewers)}</span>
  return (
    <span title={VIEWERS_NOT_KNOWN}>
      <span aria-hidden="true">–</span>
      <span className="hearable">{VIEWERS_NOT_KNOWN}</span>
    </span>
  )
}
