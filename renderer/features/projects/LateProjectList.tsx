import { EMPTY } from '../../../shared/words/labels.ts'
import { late } from '../../ui/late.tsx'

/** The list of projects: a show that has its target is there without it. */
export const LateProjectList = late(
  async () => (await import('./ProjectList.tsx')).ProjectList,
  <p className="empty">{EMPTY.projectsUnread}</p>,
)
