import type { ReactNode } from 'react'
import { MOST } from '../../../shared/contract/limits.ts'
import { FORMATS } from '../../../shared/contract/records.ts'
import { STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import { PROVIDER_WORDS, studioDestination } from '../../../shared/words/projects/destinations.ts'
import * as words from '../../../shared/words/projects/projects.ts'
import { describeReadFailure, useWholeList } from '../../data/queries.ts'
import { usePanel } from '../../store/context.tsx'
import type { FeedbackId } from '../../store/submissions.ts'
import { ServicePage } from '../../ui/button/ServicePage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { bound, Field } from '../../ui/form/Field.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { Switch } from '../../ui/form/Switch.tsx'
import type { Fields } from './fields.ts'

/** The props of a form field for a project: the values, and a callback to change them. */
export interface FieldsProps {
  fields: Fields
  fill(change: Fields): void
}

/** The name, which viewers do not see. */
export function NameField(form: FieldsProps) {
  const { name } = words.FIELD_NAMES
  return <Field {...bound(form, 'name')} label={name} hint={words.FIELD_ABOUT.name} maxLength={60} />
}

/** The texts that viewers see on the platforms. */
export function TextFields(form: FieldsProps) {
  const text = (name: 'title' | 'description', most: number) => ({
    ...{ ...bound(form, name), label: words.FIELD_NAMES[name], maxLength: most },
    hint: words.letters(form.fields[name]?.length ?? 0, most),
  })
  return (
    <>
      <Field {...text('title', 100)} />
      <Field {...text('description', 5000)} rows={3} />
    </>
  )
}

/** Until stopped, or a planned length. One of the two is always sent. */
export function DurationField({ fields: { duration }, fill }: FieldsProps) {
  const planned = duration && !duration.manual ? duration.planned : 3_600
  const plan = (hours: number, minutes: number) =>
    fill({ duration: { manual: false, planned: Math.round((hours || 0) * 3_600 + (minutes || 0) * 60) } })
  const [hours, minutes] = [Math.floor(planned / 3_600), (planned % 3_600) / 60]
  const isManual = duration?.manual ?? false
  return (
    <div className="field">
      <Segmented
        name={words.FIELD_NAMES.duration}
        options={words.DURATIONS}
        value={isManual ? 'manual' : 'planned'}
        onChoose={(key) => (key === 'manual' ? fill({ duration: { manual: true } }) : plan(hours, minutes))}
        about={isManual ? words.FIELD_ABOUT.untilStopped : words.FIELD_ABOUT.fixed}
      />
      {!isManual && (
        <div className="fields project-length">
          <Field
            name="planned"
            type="number"
            label={words.FIELD_NAMES.hours}
            min={0}
            value={hours}
            onChange={({ target }) => plan(target.valueAsNumber, minutes)}
          />
          <Field
            name="minutes"
            type="number"
            label={words.FIELD_NAMES.minutes}
            min={0}
            step="any"
            value={minutes}
            onChange={({ target }) => plan(hours, target.valueAsNumber)}
          />
        </div>
      )}
    </div>
  )
}

const optionsOf = (part: 0 | 1) =>
  Object.fromEntries(FORMATS.map((format) => [format.split('_')[part], format.split('_')[part]])) as Record<
    string,
    string
  >
const [SHAPES, RESOLUTIONS] = [optionsOf(0), optionsOf(1)]

export function FormatField({ fields: { format = '' }, fill }: FieldsProps) {
  const [shape = '', resolution = ''] = format.split('_')
  return (
    <div className="row">
      <Segmented
        name={words.FIELD_NAMES.shape}
        options={SHAPES}
        value={shape}
        onChoose={(next) => fill({ format: `${next}_${resolution}` })}
      />
      <Segmented
        name={words.FIELD_NAMES.resolution}
        options={RESOLUTIONS}
        value={resolution}
        onChoose={(next) => fill({ format: `${shape}_${next}` })}
      />
    </div>
  )
}

/** Chooses among the channels connected to the account. */
export function DestinationsField({ fields: { destinationIds = [] }, fill }: FieldsProps) {
  const { items, isPending, error } = useWholeList('listDestinations', {})
  const onStudio = usePanel(({ state }) => state?.profileId === STUDIO_PROFILE)
  const choose = (id: string, on: boolean) =>
    fill({ destinationIds: on ? [...destinationIds, id] : destinationIds.filter((one) => one !== id) })
  return (
    <fieldset className="choose">
      <legend className="choose-name">{words.FIELD_NAMES.destinations}</legend>
      <Instead error={error} reading={isPending && !error} none={items.length === 0} />
      <ul className="ruled project-outlets">
        {items.map(({ id, name, provider }) => (
          <li key={id}>
            <label className="pick">
              <input
                className="tick"
                type="checkbox"
                checked={destinationIds.includes(id)}
                disabled={destinationIds.length >= MOST.destinations && !destinationIds.includes(id)}
                onChange={({ target }) => choose(id, target.checked)}
              />
              <span className="clip">{name ?? PROVIDER_WORDS[provider]}</span>
              <small>{onStudio ? studioDestination(provider) : PROVIDER_WORDS[provider]}</small>
            </label>
          </li>
        ))}
      </ul>
      {onStudio && items.length > 0 && <p className="small">{words.FIELD_ABOUT.studioDestinations}</p>}
      <p className="small">{words.FIELD_ABOUT.destinations}</p>
    </fieldset>
  )
}

function Instead({ error, reading, none }: { error: Error | null; reading: boolean; none: boolean }): ReactNode {
  if (reading) return <Skeleton text={words.FIELD_ABOUT.destinationsLoading} count={2} />
  if (error) return <p className="noted field-wrong">{describeReadFailure(error).what}</p>
  if (!none) return null
  return (
    <div className="row">
      <p className="empty">{words.FIELD_ABOUT.noDestinations}</p>
      <ServicePage />
    </div>
  )
}

/** Whether viewers see changes immediately. */
export function AutoSyncField({ fields: { autoSync = false }, fill, spot }: FieldsProps & { spot: FeedbackId }) {
  const about = words.FIELD_ABOUT.autoSync[autoSync ? 'on' : 'off']
  return (
    <div className="row">
      <Switch
        name={words.FIELD_NAMES.autoSync}
        spot={spot}
        on={autoSync}
        onSwitch={(on) => fill({ autoSync: on })}
        reason={null}
        about={about}
      />
      <p className="small">{about}</p>
    </div>
  )
}
