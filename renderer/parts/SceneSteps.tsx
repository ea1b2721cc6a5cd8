import type { CommandInput } from '../../shared/commands.ts'
import { targetOf } from '../../shared/state.ts'
import { seenLiveId } from '../../shared/view/reasons.ts'
import { NAMES } from '../../shared/words/labels.ts'
import { backTo } from '../../shared/words/show.ts'
import { useActions, useMirror, useTarget } from '../mirror/context.tsx'
import type { Spot } from '../mirror/presses.ts'
import { whyNoBack, whyNoStep } from '../view/reasons.ts'
import { BackArrow, ChevronLeft, ChevronRight } from './icons.tsx'
import { PressButton } from './PressButton.tsx'

type Step = Extract<CommandInput['type'], 'backToScene' | 'nextScene' | 'previousScene'>

function useStep() {
  const { press, store } = useActions()
  return (spot: Spot, type: Step) => {
    const { state } = store.getState()
    void press(spot, { type, liveId: seenLiveId(state && targetOf(state)) })
  }
}

/** Back to the scene that was active before, and one scene on or back in the list. */
export function SceneSteps() {
  const step = useStep()
  const noStep = useMirror(whyNoStep)
  return (
    <>
      <Back />
      <PressButton
        name={NAMES.previousScene}
        spot="step"
        className="square"
        reason={noStep}
        about={NAMES.previousScene}
        onPress={() => step('step', 'previousScene')}
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
        onPress={() => step('step', 'nextScene')}
      >
        <ChevronRight />
        <span className="hearable">{NAMES.nextScene}</span>
      </PressButton>
    </>
  )
}

function Back() {
  const step = useStep()
  const reason = useMirror(whyNoBack)
  const scene = useTarget((target) => target?.scenes?.find(({ id }) => id === target.previousSceneId)?.name ?? null)
  const about = scene === null ? null : backTo(scene)
  return (
    <PressButton
      name={NAMES.back}
      spot="back"
      className="back"
      reason={reason}
      about={about}
      onPress={() => step('back', 'backToScene')}
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
