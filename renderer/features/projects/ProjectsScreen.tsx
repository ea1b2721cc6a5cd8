import { GUIDE_WORDS } from '../../../shared/words/projects/guide.ts'
import { PROJECT_NAMES } from '../../../shared/words/projects/projects.ts'
import { addressOf } from '../../store/address.ts'
import { hashOf } from '../../store/place.ts'
import { useAddress } from '../../store/useAddress.ts'
import { OF_CREATING, useLostEdits } from '../../ui/feedback/LostEdit.tsx'
import { Plus } from '../../ui/icons/lateIcons.tsx'
import { Panes, Screen } from '../../ui/screen/Screen.tsx'
import { CreateProject } from './CreateProject.tsx'
import { LostEdits } from './LostEdits.tsx'
import { ProjectList } from './ProjectList.tsx'
import { ProjectView } from './ProjectView.tsx'
import './Projects.css'

/** All projects of the account: find, open and create one. A separate script. */
export function ProjectsScreen() {
  const { address, go, adjust } = useAddress('projects')
  const { find, state, project, create } = address
  const lost = useLostEdits(OF_CREATING, null)
  const close = () => (project !== null || create ? go({}) : undefined)
  if (create)
    return (
      <Screen place="projects" title={PROJECT_NAMES.create} onEscape={close}>
        <CreateProject name={find} onCreated={(id) => go({ project: id, find: '', state: 'all' })} onCancel={close} />
      </Screen>
    )
  const tools = (
    <>
      <a className="button" href={hashOf('guide')}>
        {GUIDE_WORDS.title}
      </a>
      <a className="button main" href={addressOf('projects', { create: true })}>
        <Plus />
        {PROJECT_NAMES.create}
      </a>
    </>
  )
  return (
    <Screen place="projects" title={PROJECT_NAMES.title} tools={tools} onEscape={close}>
      <LostEdits edits={lost} />
      <Panes
        open={project}
        row="data-project"
        pane={project !== null && <ProjectView id={project} onClose={close} />}
      >
        <ProjectList
          find={find}
          state={state}
          current={project}
          onSeek={adjust}
          onOpen={(id) => (id === project ? undefined : go({ project: id }))}
        />
      </Panes>
    </Screen>
  )
}
