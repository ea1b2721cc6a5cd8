import type { Air, MacroStep } from '../../../shared/macros/macro.ts'
import { sceneMeant } from '../../../shared/macros/offered.ts'
import type { SceneState } from '../../../shared/state.ts'
import {
  AIR_KINDS,
  goneScene,
  MACRO_NAMES,
  MACRO_WORDS,
  ON_OFF,
  STEP_KINDS,
  stepNr,
} from '../../../shared/words/commands/macros.ts'
import { Button, PressButton } from '../../ui/button/PressButton.tsx'
import { Field, Select } from '../../ui/form/Field.tsx'

interface Props {
  /** Index of the step. */
  at: number
  step: MacroStep
  scenes: readonly SceneState[] | null
  isLast: boolean
  onChange(step: MacroStep): void
  onMove(by: 1 | -1): void
  onRemove(): void
}

/** One step: its kind, its parameters, and buttons to move or remove it. */
export function StepFields({ at, step, scenes, isLast, onChange, onMove, onRemove }: Props) {
  const name = stepNr(at + 1)
  const choose = (kind: MacroStep['do']) => onChange(fresh(kind, scenes))
  return (
    <fieldset className="stack tight box">
      <legend className="strong num">{name}</legend>
      <div className="fields">
        <Select label={MACRO_NAMES.what} words={kindsWith(scenes, STEP_KINDS)} value={step.do} onChoose={choose} />
        {step.do === 'scene' && (
          <SceneField scene={step.scene} scenes={scenes} onChoose={(scene) => onChange({ ...step, scene })} />
        )}
        {step.do === 'autoSync' && (
          <Select
            label={MACRO_NAMES.what}
            words={ON_OFF}
            value={step.on ? 'on' : 'off'}
            onChoose={(to) => onChange({ ...step, on: to === 'on' })}
          />
        )}
        {'air' in step && <AirFields air={step.air} scenes={scenes} onChange={(air) => onChange({ ...step, air })} />}
        {'seconds' in step && (
          <Field
            name={`seconds${at}`}
            label={step.do === 'wait' ? MACRO_NAMES.seconds : MACRO_NAMES.atMost}
            type="number"
            inputMode="numeric"
            hint={MACRO_WORDS.seconds}
            value={Number.isNaN(step.seconds) ? '' : step.seconds}
            onChange={(event) => onChange({ ...step, seconds: event.target.valueAsNumber })}
          />
        )}
      </div>
      <div className="row">
        <PressButton
          {...{ name: MACRO_NAMES.up, of: name, spot: 'macro' }}
          reason={at === 0 ? MACRO_WORDS.first : null}
          onPress={() => onMove(-1)}
        />
        <PressButton
          {...{ name: MACRO_NAMES.down, of: name, spot: 'macro' }}
          reason={isLast ? MACRO_WORDS.last : null}
          onPress={() => onMove(1)}
        />
        <Button of={name} onClick={onRemove}>
          {MACRO_NAMES.removeStep}
        </Button>
      </div>
    </fieldset>
  )
}

type Scene = Extract<MacroStep, { do: 'scene' }>['scene']
type Scenes = readonly SceneState[] | null

/** Without known scenes, the kinds that need one are not offered. */
function kindsWith<Key extends string>(scenes: Scenes, kinds: Record<Key, string>): Record<Key, string> {
  if (scenes && scenes.length > 0) return kinds
  const { scene: _, ...others } = kinds as Record<string, string>
  return others as Record<Key, string>
}

function AirFields({ air, scenes, onChange }: { air: Air; scenes: Scenes; onChange(air: Air): void }) {
  return (
    <>
      <Select
        label={MACRO_NAMES.air}
        words={kindsWith(scenes, AIR_KINDS)}
        value={air.is}
        onChoose={(is) => onChange(is === 'scene' ? { is, scene: firstOf(scenes) } : { is })}
      />
      {air.is === 'scene' && (
        <SceneField scene={air.scene} scenes={scenes} onChoose={(scene) => onChange({ ...air, scene })} />
      )}
    </>
  )
}

function SceneField({ scene, scenes, onChoose }: { scene: Scene; scenes: Scenes; onChoose(scene: Scene): void }) {
  const meant = sceneMeant(scene, scenes)
  const there = (scenes ?? []).map(({ id, name }) => [id, name] as const)
  // A scene that no longer exists stays selectable until the user picks another.
  const words = Object.fromEntries(meant ? there : [[scene.id, goneScene(scene.name)] as const, ...there])
  return (
    <Select
      label={MACRO_NAMES.scene}
      words={words}
      value={meant?.id ?? scene.id}
      onChoose={(id) => onChoose({ id, name: scenes?.find((one) => one.id === id)?.name ?? scene.name })}
    />
  )
}

const firstOf = (scenes: Scenes): Scene => ({ id: scenes?.[0]?.id ?? '', name: scenes?.[0]?.name ?? '' })

/** A new step of this kind. */
function fresh(kind: MacroStep['do'], scenes: Scenes): MacroStep {
  switch (kind) {
    case 'scene':
      return { do: kind, scene: firstOf(scenes) }
    case 'autoSync':
      return { do: kind, on: true }
    case 'wait':
      return { do: kind, seconds: 20 }
    case 'until':
      return { do: kind, air: { is: 'live' }, seconds: 120 }
    case 'onlyIf':
      return { do: kind, air: { is: 'live' } }
    default:
      return { do: kind }
  }
}
