import type { Answer as Answered } from '../../../shared/contract/operations.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { SCENE_WORDS } from '../../../shared/words/projects/build.ts'
import * as words from '../../../shared/words/projects/guide.ts'
import { LOST_WORDS } from '../../../shared/words/projects/projects.ts'
import { useRead } from '../../data/queries.ts'
import { useActions } from '../../store/context.tsx'
import { Button, PressButton } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { LostEdit, useLostEdits } from '../../ui/feedback/LostEdit.tsx'
import { ReadPlaceholder } from '../../ui/feedback/ReadFailed.tsx'
import { Switch } from '../../ui/form/Switch.tsx'
import type { Slots } from './slots.ts'

const { GUIDE_WORDS } = words
const SPOT = 'edit:guide'

interface Props {
  projectId: string
  /** How many videos are still being imported. */
  coming: number
  slots: Slots
  /** Puts the chosen videos into a looping list. */
  onMakeList(): void
  onBack(): void
  onNext(): void
}

/** The list as saved at the service: its order, and whether it is shuffled. */
export function OrderStep({ projectId, coming, slots, onMakeList, onBack, onNext }: Props) {
  const { tell } = useActions()
  const project = useRead('getProject', { projectId })
  const content = useRead('projectContent', { projectId })
  const error = project.error ?? content.error
  const scenes = content.data?.value.scenes
  const layer = scenes
    ?.flatMap(({ layers }) => layers)
    .find(({ type, content: read }) => type === 'videoPlaylist' && read)?.content
  const isEmpty = scenes?.length === 0
  const lost = useLostEdits(null, projectId)
  const looking = lost.some(({ phase }) => phase === 'looking')
  return (
    <>
      <ReadPlaceholder error={error} has={!error && (layer != null || isEmpty)} words={SCENE_WORDS} />
      {lost.map((edit) => (
        <LostEdit key={edit.id} edit={edit} />
      ))}
      {isEmpty && (
        <div className="row">
          <p>{GUIDE_WORDS.noList}</p>
          <PressButton
            name={GUIDE_WORDS.makeList}
            spot={SPOT}
            className="main"
            reason={looking ? LOST_WORDS.wait : null}
            onPress={onMakeList}
          />
        </div>
      )}
      {project.data && layer && <List project={project.data.value} layer={layer} slots={slots} />}
      <p className="small">{GUIDE_WORDS.onShow}</p>
      {coming > 0 && <p className="small">{words.stillComing(coming)}</p>}
      <Answer spots={[SPOT]} />
      <div className="row guide-ends">
        <Button className="" onClick={onBack}>
          {GUIDE_WORDS.back}
        </Button>
        <Button
          className="main"
          aria-disabled={!layer || undefined}
          onClick={() => (layer ? onNext() : tell(SPOT, { result: 'inert', why: GUIDE_WORDS.needList }))}
        >
          {GUIDE_WORDS.nextCheck}
        </Button>
      </div>
    </>
  )
}

interface ListProps extends Pick<Props, 'slots'> {
  project: Project
  layer: Answered<'getLayer'>
}

function List({ project, layer, slots }: ListProps) {
  const { press } = useActions()
  const { files, loop, shuffle } = layer.settings
  const seconds = files?.reduce<number | null>(
    (sum, { duration }) => (sum === null || !duration ? null : sum + duration),
    0,
  )
  const onShuffle = (on: boolean) =>
    void press(SPOT, {
      ...{ type: 'edit', operation: 'updateLayer' },
      input: { projectId: project.id, layerId: layer.id, settings: { shuffle: on } },
    })
  return (
    <>
      <div className="row">
        <Switch
          name={GUIDE_WORDS.shuffle}
          spot={SPOT}
          on={shuffle ?? false}
          onSwitch={onShuffle}
          reason={null}
          about={GUIDE_WORDS.shuffle}
        />
        <p className="small">{loop ? GUIDE_WORDS.loops : null}</p>
        <p className="small num">{words.roundText(seconds ?? null)}</p>
      </div>
      <slots.List project={project} layer={layer} />
    </>
  )
}
