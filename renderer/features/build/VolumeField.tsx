import { LAYER_FIELDS } from '../../../shared/words/projects/build.ts'
import { Field } from '../../ui/form/Field.tsx'

/** The volume of a layer, 0 to 10. */
export function VolumeField({ value, onChange }: { value: number; onChange(volume: number): void }) {
  return (
    <Field
      name="volume"
      type="number"
      label={LAYER_FIELDS.volume}
      min={0}
      max={10}
      value={value}
      onChange={({ target }) => onChange(target.valueAsNumber || 0)}
    />
  )
}
