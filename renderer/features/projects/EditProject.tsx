import { useEffect, useRef } from 'react'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { inARow, span } from '../../../shared/words/format.ts'
import * as words from '../../../shared/words/projects.ts'
import { useActions } from '../../store/context.tsx'
import { seenLive } from '../../store/seen.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Field, Form } from '../../ui/Field.tsx'
import { Padlocked } from '../../ui/icons.tsx'
import { Button, ignoreRepeat } from '../../ui/PressButton.tsx'
import { useSubmit } from '../../ui/useSubmit.ts'
import { ChangedElsewhere } from './ChangedElsewhere.tsx'
import { changedElsewhere, changedIn, type Fields, fieldsOf, formatOf, useBase, useDraft } from './fields.ts'
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
  const { isReady, send, ...submission } = useSubmit(spot)
  const { draft, fill: fillIn, empty: emptyForm } = useDraft(project.id)
  const { base, found, seen, forget } = useBase(project.id)
  const looking = useRef(false)
  const before = fieldsOf(project)
  const changed = changedIn(draft, before)
  const theirs = changedElsewhere(changed, base, before)
  const any = Object.keys(changed).length > 0
  useEffect(() => {
    // Saved, or changed to the same values elsewhere: the draft is dropped, so that later changes elsewhere show.
    if (!any && Object.keys(draft).length > 0) empty()
  })

  function fill(change: Fields): void {
    found(only(before, Object.keys(change)))
    fillIn(change)
  }
  function empty(): void {
    emptyForm()
    forget()
  }

  async function submit(): Promise<void> {
    if (!any || looking.current || theirs.length > 0) return
    looking.current = true
    const now = await onLook().finally(() => {
      looking.current = false
    })
    if (now && changedElsewhere(changed, base, fieldsOf(now)).length > 0) return
    await save()
  }
  async function save(): Promise<void> {
    const liveId = seenLive(store.getState().state, project)
    const input = { projectId: project.id, ...changed }
    const command: CommandInput = { type: 'edit', operation: 'updateProject', input, seen: { liveId } }
    if (any && isReady(command)) await send(command)
  }
  const given = { fields: { ...before, ...draft }, fill }
  const onAir = project.autoSync && project.liveStatus === 'LIVE'
  return (
    <Form of={submission} onSubmit={submit}>
      <h4>{words.ONE_WORDS.open}</h4>
      <NameField {...given} />
      <TextFields {...given} />
      <AutoSyncField {...given} spot={spot} />
      {project.liveStatus === 'OFFLINE' ? <Settings {...given} /> : <Locked project={project} />}
      <ChangedElsewhere
        fields={theirs}
        now={before}
        onTheirs={() => fillIn(only(before, theirs))}
        onMine={() => {
          seen(only(before, theirs))
          void save()
        }}
      />
      <div className="row project-save" data-any={any || undefined}>
        {any && <small>{words.ONE_WORDS.unsaved}</small>}
        <Answer spots={[spot]} />
        {any && <Button onClick={empty}>{words.PROJECT_NAMES.discard}</Button>}
        <Button type="submit" className="main" aria-disabled={!any || undefined} onKeyDown={ignoreRepeat}>
          {onAir ? words.PROJECT_NAMES.saveOnAir : words.PROJECT_NAMES.save}
        </Button>
      </div>
    </Form>
  )
}

const only = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

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
    <div className="ruled-off project-locked">
      <h4>
        <Padlocked />
        {words.ONE_WORDS.locked}
      </h4>
      <Facts of={facts.map(([name, value]) => [words.FIELD_NAMES[name], value || words.NOT_SET])} />
      <p className="small">{words.ONE_WORDS.lockedWhy[liveStatus] ?? words.FIELD_ABOUT.later}</p>
    </div>
  )
}
