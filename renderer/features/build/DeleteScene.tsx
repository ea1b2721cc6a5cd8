import type { Project } from '../../../shared/contract/records.ts'
import type { SceneContent } from '../../../shared/query/views.ts'
import { nextOf } from '../../../shared/scenes/chains.ts'
import { BUILD_NAMES, SCENE_WORDS } from '../../../shared/words/projects/build.ts'
import { usePanel } from '../../store/context.tsx'
import type { FeedbackId } from '../../store/submissions.ts'
import { Ask } from '../../ui/dialog/Ask.tsx'
import { useReach } from './useReach.ts'

interface Props {
  project: Project
  scenes: readonly SceneContent[]
  scene: SceneContent
  spot: FeedbackId
  onYes(): void
  onNo(): void
}

/** The question before a scene is deleted: what that breaks, and what viewers see instead. */
export function DeleteScene({ project, scenes, scene, spot, onYes, onNo }: Props) {
  const reach = useReach(project)
  const isKept = usePanel(({ state }) => state?.meanings.deletedActiveScene === 'refused') && scene.isActive
  const isOpening = usePanel(({ state }) => state?.openings[project.id]?.id === scene.id)
  const first = scenes.find((one) => one !== scene)
  const refusal = first ? isKept && SCENE_WORDS.activeStays : SCENE_WORDS.lastStays
  const before = scenes.filter((one) => nextOf(one, scenes) === scene && one !== scene).map(({ name }) => name)
  const breaks = SCENE_WORDS.deleteBreaks(before, scene.isActive && first ? first.name : null, reach, isOpening)
  return (
    <Ask
      question={SCENE_WORDS.deleteAsk(scene.name, refusal || breaks)}
      yes={BUILD_NAMES.delete}
      no={BUILD_NAMES.keep}
      spot={spot}
      reason={refusal || null}
      onYes={onYes}
      onNo={onNo}
    />
  )
}
