import { useRef } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import { inARow, span } from '../../../shared/words/format.ts'
import * as words from '../../../shared/words/projects/projects.ts'
import { useActions } from '../../store/context.tsx'
import { seenLive } from '../../store/seen.ts'
import { Button, ignoreRepeat } from '../../ui/button/PressButton.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { ChangedElsewhere } from '../../ui/form/ChangedElsewhere.tsx'
import { Field, Form } from '../../ui/form/Field.tsx'
import { isChangedSince, useEditForm } from '../../ui/form/useEditForm.ts'
import { useSubmit } from '../../ui/form/useSubmit.ts'
import { Padlocked } from '../../ui/icons/icons.tsx'
import { Facts } from '../../ui/list/Facts.tsx'
import { fieldsOf, formatOf } from './fields.ts'
import { whereTo } from './groups.ts'
import {
  AutoSyncField,
  DestinationsField,
  DurationField,
  type FieldsProps,
  FormatField,
  NameField,
  TextFields,
} from './ProjectFields.tsx'

interface Props {
  project: Project
  /** Refetches the project. @returns its current version; null: the read failed */
  onLook(): Promise<Project | null>
}

/**
 * Edits a project: only changed fields are sent, with the broadcast that was seen running. Fields that another client
 * changed since the user began to edit are shown before they are overwritten.
 */
export function EditProject({ project, onLook }: Props) {
  const { store } = useActions()
  const spot = `project:${project.id}` as const
  const { submit: sendForm, ...submission } = useSubmit(spot)
  const now = fieldsOf(project)
  const { fields, changed, isChanged, elsewhere, fill, forget, ...form } = useEditForm(`project ${project.id}`, now)
  const looking = useRef(false)

  async function submit(): Promise<void> {
    if (!isChanged || looking.current || elsewhere.length > 0) return
    looking.current = true
    const latest = await onLook().finally(() => {
      looking.current = false
    })
    if (!latest || !isChangedSince(changed, now, fieldsOf(latest))) await save()
  }
  async function save(): Promise<void> {
    const liveId = seenLive(store.getState().state, project)
    const input = { projectId: project.id, ...changed }
    if (isChanged) await sendForm({ type: 'edit', operation: 'updateProject', input, seen: { liveId } })
  }
  const given = { fields, fill }
  const onAir = project.autoSync && project.liveStatus === 'LIVE'
  return (
    <Form of={submission} onSubmit={submit}>
      <h4>{words.ONE_WORDS.open}</h4>
      <NameField {...given} />
      <TextFields {...given} />
      <AutoSyncField {...given} spot={spot} />
      {project.liveStatus === 'OFFLINE' ? <Settings {...given} /> : <Locked project={project} />}
      <ChangedElsewhere
        lines={elsewhere.map((field) => words.fieldChanged(field, now[field]))}
        onTheirs={form.takeTheirs}
        onMine={() => {
          form.keepMine()
          void save()
        }}
      />
      <div className={isChanged ? 'row ends box save-bar' : 'row ends'} data-unsaved>
        {isChanged && <small className="grow">{words.ONE_WORDS.unsaved}</small>}
        <Answer spots={[spot]} />
        {isChanged && <Button onClick={forget}>{words.PROJECT_NAMES.discard}</Button>}
        <Button type="submit" className="main" aria-disabled={!isChanged || undefined} onKeyDown={ignoreRepeat}>
          {onAir ? words.PROJECT_NAMES.saveOnAir : words.PROJECT_NAMES.save}
        </Button>
      </div>
    </Form>
  )
}

/** The fields that the service accepts only while nothing runs and no date is planned. */
function Settings({ fields, fill }: FieldsProps) {
  const { audioQuality } = fields
  const given = { fields, fill }
  return (
    <>
      <DurationField {...given} />
      {fields.format !== undefined && <FormatField {...given} />}
      {audioQuality !== undefined && (
        <Field
          name="audioQuality"
          label={words.FIELD_NAMES.audioQuality}
          value={audioQuality}
          type={typeof audioQuality === 'number' ? 'number' : 'text'}
          onChange={({ target }) =>
            fill({ audioQuality: typeof audioQuality === 'number' ? target.valueAsNumber || 0 : target.value })
          }
        />
      )}
      <DestinationsField {...given} />
    </>
  )
}

/** The fields of `Settings`, read-only, with the reason why they cannot be changed now. */
function Locked({ project }: { project: Project }) {
  const { duration, audioQuality, liveStatus } = project
  const format = formatOf(project)?.split('_') ?? Object.values(project.format ?? {})
  const length = duration.manual ? words.DURATIONS.manual : duration.planned && span(duration.planned * 1_000)
  const facts = [
    ['destinations', whereTo(project)],
    ['duration', length],
    ['format', inARow(format)],
    ['audioQuality', audioQuality],
  ] as const
  return (
    <div className="ruled-off stack tight project-locked">
      <h4>
        <Padlocked />
        {words.ONE_WORDS.locked}
      </h4>
      <Facts of={facts.map(([name, value]) => [words.FIELD_NAMES[name], value || words.NOT_SET])} />
      <p className="small">{words.ONE_WORDS.lockedWhy[liveStatus] ?? words.FIELD_ABOUT.later}</p>
    </div>
  )
}
