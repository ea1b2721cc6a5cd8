import type { Project } from '../../../shared/contract/records.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { BUILD_NAMES, readAgo, SCENE_WORDS } from '../../../shared/words/projects/build.ts'
import { useProjects } from '../../data/projects.ts'
import { useRead } from '../../data/queries.ts'
import { addressOf } from '../../store/address.ts'
import { usePanel } from '../../store/context.tsx'
import { useAddress } from '../../store/useAddress.ts'
import { ReadLine } from '../../ui/actions/Refresh.tsx'
import { LostEdits } from '../../ui/feedback/LostEdit.tsx'
import { ReadPlaceholder } from '../../ui/feedback/ReadFailed.tsx'
import { ProjectHead } from '../../ui/project/ProjectHead.tsx'
import { Inspector, LayerList, openedOf } from './LayerList.tsx'
import { NotSeen } from './NotSeen.tsx'
import { QuietEdit } from './QuietEdit.tsx'
import { SceneList } from './SceneList.tsx'
import './Build.css'

/** The edits made on this screen: a lost response to one of them is reported here. */
const BUILT = [
  ...(['createScene', 'createSceneWithPlaylist', 'updateScene', 'deleteScene'] as const),
  ...(['addLayer', 'updateLayer', 'setPlaylist'] as const),
]

/** One project: its scenes in chains, the layers of one scene, and the content of one layer. */
export function BuildScreen() {
  const { address, go } = useAddress('build')
  const targetId = usePanel(({ state }) => state?.targetId ?? null)
  const projectId = address.project ?? targetId
  const { data, error } = useRead('getProject', { projectId: projectId ?? '' }, projectId !== null)
  const project = data?.value.id === projectId ? data.value : undefined
  return (
    <div className="page build-screen">
      <ProjectHead
        title={BUILD_NAMES.title}
        projectId={projectId}
        name={project ? project.name || EMPTY.nameless : null}
        useProjects={useProjects}
        onChoose={(to) => go({ project: to, scene: null })}
      >
        {project && (
          <a className="button quiet build-project" href={addressOf('projects', { project: project.id })}>
            {BUILD_NAMES.project}
          </a>
        )}
      </ProjectHead>
      <ReadPlaceholder error={error} has={project !== undefined} words={SCENE_WORDS} />
      {project && <Content project={project} />}
    </div>
  )
}

function Content({ project }: { project: Project }) {
  const { address } = useAddress('build')
  const input = { projectId: project.id, ...(address.scene ? { sceneId: address.scene } : {}) }
  const { data, error, refetch } = useRead('projectContent', input)
  const unread = <ReadPlaceholder error={error} has={data !== undefined} words={SCENE_WORDS} />
  if (!data) return unread
  const { scenes, sceneId } = data.value
  const scene = scenes.find(({ id }) => id === sceneId)
  const open = scene && openedOf(scene, address.layer)
  return (
    <>
      <ReadLine readAt={data.readAt} about={readAgo} onRefresh={refetch} />
      {unread}
      <LostEdits of={BUILT} projectId={project.id} />
      <QuietEdit project={project} scenes={scenes} />
      <div className="build-panes">
        <SceneList project={project} scenes={scenes} current={sceneId} />
        {scene && <LayerList key={scene.id} project={project} scene={scene} open={open} />}
        {open && <Inspector key={open.id} project={project} layer={open} scenes={scenes} />}
      </div>
      <NotSeen project={project} />
    </>
  )
}
