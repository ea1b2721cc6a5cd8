import { useCallback, useEffect, useRef } from 'react'
import { GUIDE_WORDS } from '../../../shared/words/guide.ts'
import { PROJECT_NAMES } from '../../../shared/words/projects.ts'
import { addressOf, useAddress } from '../../store/address.ts'
import { hashOf } from '../../store/place.ts'
import { Plus } from '../../ui/lateIcons.tsx'
import { useEscape } from '../../ui/usePageKey.ts'
import { CreateProject } from './CreateProject.tsx'
import { LostEdits, useLostEdits } from './LostEdits.tsx'
import { ProjectList } from './ProjectList.tsx'
import { ProjectView } from './ProjectView.tsx'
import './Projects.css'

/** All projects of the account: find, open and create one. A separate script. */
export function ProjectsScreen() {
  const { address, go, adjust } = useAddress('projects')
  const { find, state, project, create } = address
  const lost = useLostEdits(null)
  const close = useCallback(() => {
    if (project !== null || create) go({})
  }, [project, create, go])
  useEscape(close)
  useFocusBack(project)
  return (
    <div className="page projects-screen">
      <div className="projects-head">
        <h2>{create ? PROJECT_NAMES.create : PROJECT_NAMES.title}</h2>
        {!create && (
          <div className="row">
            <a className="button" href={hashOf('guide')}>
              {GUIDE_WORDS.title}
            </a>
            <a className="button main" href={addressOf('projects', { create: true })}>
              <Plus />
              {PROJECT_NAMES.create}
            </a>
          </div>
        )}
      </div>
      {create ? (
        <CreateProject name={find} onCreated={(id) => go({ project: id, find: '', state: 'all' })} onCancel={close} />
      ) : (
        <>
          <LostEdits edits={lost} />
          <div className="projects-panes" data-one={project !== null || undefined}>
            <ProjectList
              find={find}
              state={state}
              current={project}
              onSeek={adjust}
              onOpen={(id) => (id === project ? undefined : go({ project: id }))}
            />
            {project !== null && <ProjectView key={project} id={project} onClose={close} />}
          </div>
        </>
      )}
    </div>
  )
}

/** When a project is closed, focus returns to its row. */
function useFocusBack(project: string | null): void {
  const before = useRef(project)
  useEffect(() => {
    const left = before.current
    before.current = project
    if (left === null || project !== null) return
    document.querySelector<HTMLElement>(`[data-project="${CSS.escape(left)}"]`)?.focus()
  }, [project])
}
