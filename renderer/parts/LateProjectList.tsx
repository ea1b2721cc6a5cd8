import { EMPTY } from '../../shared/words/labels.ts'
import { useLate } from '../hooks/useLate.ts'

const load = async () => (await import('./ProjectList.tsx')).ProjectList

/** The list of projects, in a script of its own: a show that has its target is there without it. */
export function LateProjectList(props: { onChosen?: () => void }) {
  const List = useLate(load)
  if (List === 'failed') return <p className="empty">{EMPTY.projectsUnread}</p>
  return List && <List {...props} />
}
