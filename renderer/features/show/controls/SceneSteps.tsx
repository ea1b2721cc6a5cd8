import type { ReactNode } from 'react'
import type { Ask } from '../../../../shared/intents/intents.ts'
import { backSceneId } from '../../../../shared/view/reasons.ts'
import { NAMES, SHOW_KEYS } from '../../../../shared/words/labels.ts'
import { backTo } from '../../../../shared/words/show/show.ts'
import { useActions, usePanel, useTarget } from '../../../store/context.tsx'
import { whyNoBack, whyNoStep } from '../../../store/reasons.ts'
import { PressButton } from '../../../ui/button/PressButton.tsx'
import { BackArrow, ChevronLeft, ChevronRight } from '../../../ui/icons/icons.tsx'

/** Back to the previously active scene, and one scene forward or back in the list. */
export function SceneSteps() {
  return (
    <>
      <Back />
      <Step name={NAMES.previousScene} sign={<ChevronLeft />} to={(show) => show.previousScene()} />
      <Step name={NAMES.nextScene} pageKey={SHOW_KEYS.next} sign={<ChevronRight />} to={(show) => show.nextScene()} />
    </>
  )
}

function Step({ name, sign, to, pageKey }: { name: string; sign: ReactNode; to: Ask; pageKey?: string }) {
  const { ask } = useActions()
  const reason = usePanel(whyNoStep)
  const go = () => void ask('step', to)
  return (
    <PressButton
      name={name}
      spot="step"
      pageKey={pageKey}
      className="square"
      reason={reason}
      about={name}
      onPress={go}
    >
      {sign}
      <span className="hearable">{name}</span>
    </PressButton>
  )
}

function Back() {
  const { ask } = useActions()
  const reason = usePanel(whyNoBack)
  const scene = useTarget((target) => {
    const backId = target && backSceneId(target)
    return target?.scenes?.find(({ id }) => id === backId)?.name ?? null
  })
  const about = scene === null ? null : backTo(scene)
  return (
    <PressButton
      name={NAMES.back}
      spot="back"
      pageKey={SHOW_KEYS.back}
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
