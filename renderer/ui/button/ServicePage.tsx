import { servicePage } from '../../../shared/view/reasons.ts'
import { openPlace } from '../../../shared/words/panel/states.ts'
import { usePanel } from '../../store/context.tsx'
import { Outward } from '../icons/icons.tsx'

/** A link to the service's page, where projects, scenes and destinations are made; nothing if there is none. */
export function ServicePage() {
  const page = usePanel(({ state }) => state && servicePage(state.service))
  if (!page) return null
  return (
    <a className="button quiet" href={page} target="_blank" rel="noreferrer">
      {openPlace(page)}
      <Outward />
    </a>
  )
}
