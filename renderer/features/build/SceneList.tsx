import { useState } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import type { SceneContent } from '../../../shared/query/views.ts'
import { type Chain, chainsOf } from '../../../shared/scenes/chains.ts'
import { markOf } from '../../../shared/view/marks.ts'
import { clockTime } from '../../../shared/words/format.ts'
import { MARKS } from '../../../shared/words/labels.ts'
import { BUILD_NAMES, CHAIN_WORDS, SCENE_WORDS } from '../../../shared/words/projects/build.ts'
import { OPENING_NAMES } from '../../../shared/words/show/check.ts'
import { usePanel, useTarget } from '../../store/context.tsx'
import { airIsKnown } from '../../store/tally.ts'
import { useAddress } from '../../store/useAddress.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Button, CommandButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Empty } from '../../ui/icons/icons.tsx'
import { Plus } from '../../ui/icons/lateIcons.tsx'
import { useArrows } from '../../ui/list/useArrows.ts'
import { ChainView, endOf, lengthOf, Then } from './Chain.tsx'
import { DeleteScene } from './DeleteScene.tsx'
import { SceneForm } from './SceneForm.tsx'
import { useEdit } from './useEdit.ts'

interface Props {
  project: Project
  scenes: readonly SceneContent[]
  current: string | null
}

/** All scenes, each chain from top to bottom; standalone scenes come last. */
export function SceneList({ project, scenes, current }: Props) {
  const [adding, setAdding] = useState(false)
  const { go } = useAddress('build')
  const { last, ...listens } = useArrows('chained')
  const chains = chainsOf(scenes)
  const isLone = ({ scenes, leadsTo }: Chain<SceneContent>) => scenes.length === 1 && leadsTo === null
  const entry = last ?? current
  const item = (scene: SceneContent) => (
    <SceneRow
      key={scene.id}
      projectId={project.id}
      scene={scene}
      isCurrent={scene.id === current}
      isEntry={scene.id === entry}
    />
  )
  return (
    <section className="stack build-scenes" aria-label={BUILD_NAMES.scenes}>
      <div className="card-head">
        <h3>
          {BUILD_NAMES.scenes} <small className="num">{scenes.length}</small>
        </h3>
        <Button onClick={() => setAdding(!adding)} aria-expanded={adding}>
          <Plus />
          {BUILD_NAMES.addScene}
        </Button>
      </div>
      {adding && (
        <SceneForm
          project={project}
          scenes={scenes}
          onDone={(id) => {
            setAdding(false)
            if (id) go({ project: project.id, scene: id })
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {scenes.length === 0 && <StateCard look="part" icon={<Empty />} words={SCENE_WORDS.none} />}
      <div {...listens} className="stack build-chains">
        {chains.map(
          (chain) => isLone(chain) || <ChainView key={chain.scenes[0]?.id} {...{ project, chain, item }} />,
        )}
        {chains.some(isLone) && (
          <>
            {chains.some((chain) => !isLone(chain)) && <p className="small">{CHAIN_WORDS.alone}</p>}
            <ul>
              {chains.filter(isLone).flatMap(({ scenes }) => [
                ...scenes.map(item),
                ...scenes.flatMap((scene) => {
                  const end = endOf(scene)
                  return end ? [<Then key={`then ${scene.id}`} text={CHAIN_WORDS[end]} />] : []
                }),
              ])}
            </ul>
          </>
        )}
      </div>
      <SceneTools key={current} project={project} scenes={scenes} scene={scenes.find(({ id }) => id === current)} />
    </section>
  )
}

interface RowProps {
  projectId: string
  scene: SceneContent
  isCurrent: boolean
  /** Whether Tab leads to this row. */
  isEntry: boolean
}

function SceneRow({ projectId, scene, isCurrent, isEntry }: RowProps) {
  const { id, name } = scene
  const seconds = lengthOf(scene)
  const { to } = useAddress('build')
  return (
    <li data-chained={id}>
      <a
        className="list-row build-scene chained"
        href={to({ project: projectId, scene: id })}
        aria-current={isCurrent || undefined}
        tabIndex={isEntry ? 0 : -1}
        title={name}
      >
        <span className="clip strong">{name}</span>
        <Marked scene={scene} projectId={projectId} />
        {seconds !== null && <small className="num">{clockTime(seconds)}</small>}
      </a>
    </li>
  )
}

/** For the show target, what viewers see, as on the show screen; for other projects, which scene is active. */
function Marked({ projectId, scene }: { projectId: string; scene: SceneContent }) {
  const known = useTimed(airIsKnown)
  const target = useTarget((one) => (one?.id === projectId ? one : null))
  const shown = target?.scenes?.find(({ id }) => id === scene.id)
  const mark = target && shown ? markOf(target, shown, known) : scene.isActive ? 'active' : null
  return (
    mark && (
      <span className="scene-mark" data-mark={mark}>
        {MARKS[mark]}
      </span>
    )
  )
}

/** Actions for the current scene. The question before deleting says what that breaks. */
function SceneTools({ project, scenes, scene }: Omit<Props, 'current'> & { scene: SceneContent | undefined }) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const { go } = useAddress('build')
  const spot = `edit:${scene?.id ?? ''}` as const
  const edit = useEdit(project, spot)
  const isOpening = usePanel(({ state }) => state?.openings[project.id]?.id === scene?.id)
  if (!scene) return null
  async function remove(): Promise<void> {
    setOpen(null)
    const answer = await edit('deleteScene', { sceneId: scene?.id })
    if (answer?.result === 'done') go({ project: project.id, scene: null })
  }
  return (
    <div className="stack">
      <div className="row">
        <Button onClick={() => setOpen('rename')}>{BUILD_NAMES.rename}</Button>
        <Button onClick={() => setOpen('delete')}>{BUILD_NAMES.delete}</Button>
        <CommandButton
          name={isOpening ? OPENING_NAMES.active : OPENING_NAMES.here}
          spot={spot}
          command={{ type: 'setOpeningScene', projectId: project.id, sceneId: isOpening ? null : scene.id }}
        />
      </div>
      {isOpening && <p className="small">{OPENING_NAMES.isHere}</p>}
      <Answer spots={[spot]} />
      {open === 'rename' && (
        <SceneForm project={project} scene={scene} onDone={() => setOpen(null)} onCancel={() => setOpen(null)} />
      )}
      {open === 'delete' && (
        <DeleteScene {...{ project, scenes, scene, spot }} onYes={() => void remove()} onNo={() => setOpen(null)} />
      )}
    </div>
  )
}
