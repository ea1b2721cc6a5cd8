import { NAMES } from '../../../shared/words/labels.ts'
import { backTo } from '../../../shared/words/show.ts'
import { useActions, usePanel, useTarget } from '../../store/context.tsx'
import { whyNoBack, whyNoStep } from '../../store/reasons.ts'
import { BackArrow, ChevronLeft, ChevronRight } from '../../ui/icons.tsx'
import { PressButton } from '../../ui/PressButton.tsx'

/** Back to the scene that was active before, and one scene on or back in the list. */
export function SceneSteps() {
  const { ask } = useActions()
  const noStep = usePanel(whyNoStep)
  return (
    <>
      <Back />
      <PressButton
        name={NAMES.previousScene}
        spot="step"
        className="square"
        reason={noStep}
        about={NAMES.previousScene}
        onPress={() => void ask('step', (show) => show.previousScene())}
      >
        <ChevronLeft />
        <span className="hearable">{NAMES.previousScene}</span>
      </PressButton>
      <PressButton
        name={NAMES.nextScene}
        spot="step"
        className="square"
        reason={noStep}
        about={NAMES.nextScene}
        onPress={() => void ask('step', (show) => show.nextScene())}
      >
        <ChevronRight />
        <span className="hearable">{NAMES.nextScene}</span>
      </PressButton>
    </>
  )
}

function Back() {
  const { ask } = useActions()
  const reason = usePanel(whyNoBack)
  const scene = useTarget((target) => target?.scenes?.find(({ id }) => id === target.previousSceneId)?.name ?? null)
  const about = scene === null ? null : backTo(scene)
  return (
    <PressButton
      name={NAMES.back}
      spot="back"
      className="back"
      reason={reason}
      about={about}
      onPress={() => void ask('back', (show) => show.backToScene())}
    >
      <BackArrow />
      <span>{NAMES.back}</span>
      {about && (
        <small className="clip" aria-hidden="true">
          {about}
        </small>
      )}
    </PressButton>
  )
}
