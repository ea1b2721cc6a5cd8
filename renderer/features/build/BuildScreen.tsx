import type { Project } from '../../../shared/contract/records.ts'
import { isRunning } from '../../../shared/state.ts'
import { BUILD_NAMES, readAgo, SCENE_WORDS, WHOSE_WORDS } from '../../../shared/words/build.ts'
import { EMPTY, NAMES } from '../../../shared/words/labels.ts'
import { tellUnread, useRead } from '../../data/queries.ts'
import { fragmentOf } from '../../store/address.ts'
import { useTarget } from '../../store/context.tsx'
import { useTimed } from '../../store/useTimed.ts'
import { Unplugged } from '../../ui/icons.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { useAddress } from './address.ts'
import { LayerList } from './LayerList.tsx'
import { SceneList } from './SceneList.tsx'
import './Build.css'

/** The project that is looked at: its scenes in their chains, the layers of one, and what is in a layer. */
export function BuildScreen() {
  const { address } = useAddress()
  const { data, error } = useRead('getProject', { projectId: address.project ?? '' }, address.project !== null)
  const project = data?.value.id === address.project ? data.value : undefined
  return (
    <div className="page build-screen">
      <div className="build-head">
        <h2>{BUILD_NAMES.title}</h2>
        {project && <Whose projectId={project.id} />}
        <a className="button quiet build-project" href={fragmentOf('projects', { project: address.project })}>
          <span className="hearable">{BUILD_NAMES.project} </span>
          <span className="clip">{project?.name || EMPTY.nameless}</span>
        </a>
      </div>
      {error && <Unread error={error} />}
      {project && <Content project={project} />}
      {!project && !error && <Skeleton className="stand-in-rows" text={SCENE_WORDS.loading} count={4} />}
    </div>
  )
}

/** Is what is changed here what the show screen runs? */
function Whose({ projectId }: { projectId: string }) {
  const target = useTarget((one) => one)
  const isTarget = target?.id === projectId
  const onAir = isTarget && isRunning(target.live)
  return (
    <span className={isTarget ? 'tag' : 'small'} data-air={onAir || undefined}>
      {isTarget ? WHOSE_WORDS[onAir ? 'onAir' : 'target'] : WHOSE_WORDS.other}
    </span>
  )
}

function Content({ project }: { project: Project }) {
  const { address } = useAddress()
  const input = { projectId: project.id, ...(address.scene ? { sceneId: address.scene } : {}) }
  const { data, error, refetch } = useRead('projectContent', input)
  const read = useTimed((_, now) => (data ? readAgo(now - data.readAt) : null))
  if (error) return <Unread error={error} />
  if (!data) return <Skeleton className="stand-in-rows" text={SCENE_WORDS.loading} count={4} />
  const { scenes, sceneId } = data.value
  const scene = scenes.find(({ id }) => id === sceneId)
  return (
    <>
      <p className="row small num">
        {read}
        <Button onClick={() => void refetch()}>{NAMES.refresh}</Button>
      </p>
      <div className="build-panes">
        <SceneList project={project} scenes={scenes} current={sceneId} />
        {scene && <LayerList key={scene.id} project={project} scene={scene} scenes={scenes} />}
      </div>
    </>
  )
}

function Unread({ error }: { error: Error }) {
  const { what, todo } = tellUnread(error)
  return <StateCard bad icon={<Unplugged />} words={{ headline: SCENE_WORDS.failed, now: what, todo }} />
}
