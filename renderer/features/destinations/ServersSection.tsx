import { safeLink } from '../../../shared/view/destinations.ts'
import { STUDIO_SILENT_WORDS } from '../../../shared/words/panel/states.ts'
import { SERVER_NAMES, WATCH_HERE, SERVER_WORDS as WORDS } from '../../../shared/words/projects/servers.ts'
import { addressOf } from '../../store/address.ts'
import { usePanel, useTarget } from '../../store/context.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { AddInCard } from '../../ui/form/AddInCard.tsx'
import { CloudGone, Outward } from '../../ui/icons/icons.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { ServerCard } from './ServerCard.tsx'
import { AddServerForm } from './ServerForm.tsx'
import './Servers.css'

/** Where the local studio broadcasts to: the user's own servers, and the watch page. */
export function ServersSection() {
  const servers = usePanel(({ state }) => state?.rehearsal?.broadcasting.servers ?? null)
  if (servers === null) return <StateCard look="page" bad icon={<CloudGone />} words={STUDIO_SILENT_WORDS} />
  return (
    <>
      <p className="setup-about">{WORDS.about}</p>
      {servers.length > 0 && (
        <ul className="servers">
          {servers.map((server) => (
            <ServerCard key={server.destinationId} server={server} />
          ))}
        </ul>
      )}
      {servers.length === 0 && <p className="empty">{WORDS.none}</p>}
      <AddInCard of="server" name={SERVER_NAMES.add} heading={WORDS.adding} spots={['addServer', 'removeServer']}>
        {(form) => <AddServerForm {...form} />}
      </AddInCard>
      <WatchPage />
    </>
  )
}

/** The watch page of the show target, or where to choose it. */
function WatchPage() {
  const name = useTarget((target) => target?.name ?? null)
  const link = useTarget((target) => {
    const all = [...(target?.live?.destinations ?? []), ...(target?.settings?.destinations ?? [])]
    return safeLink(all.find(({ provider, viewingUrl }) => provider === 'local' && viewingUrl)?.viewingUrl ?? null)
  })
  return (
    <Card heading={WATCH_HERE.heading} level={3}>
      <p className="small">{WATCH_HERE.about}</p>
      {name !== null && (
        <p className="row">
          {link ? WATCH_HERE.of(name) : WATCH_HERE.choose(name)}
          {link ? (
            <a className="button quiet" href={link} target="_blank" rel="noreferrer">
              {WATCH_HERE.open}
              <Outward />
            </a>
          ) : (
            <a className="button quiet" href={addressOf('projects')}>
              {WATCH_HERE.projects}
            </a>
          )}
        </p>
      )}
    </Card>
  )
}
