import { useState } from 'react'
import { KINDS } from '../../../shared/contract/links.ts'
import type { ImportEntry } from '../../../shared/query/imports.ts'
import { NAMES } from '../../../shared/words/labels.ts'
import * as words from '../../../shared/words/library.ts'
import { useRead } from '../../data/queries.ts'
import { useEncodes } from '../../data/useEncodes.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Ask } from '../../ui/Ask.tsx'
import { Card } from '../../ui/Card.tsx'
import { CommandButton, PressButton } from '../../ui/PressButton.tsx'

/** As many as are looked at; the rest is a number. */
const SHOWN = 50

/** Where it stands beside the list; elsewhere it is one line that opens, above it. */
const ROOMY_PX = 1_100

/** Of what came: the names of the last few. */
const SHOWN_DONE = 5
const NONE: readonly ImportEntry[] = []

/** What goes on by itself: links being imported, files being encoded. */
export function Queue() {
  const imports = useRead('imports', {})
  const all = imports.data?.value.imports ?? NONE
  const entries = all.filter(({ state }) => state !== 'done')
  const done = all.filter(({ state }) => state === 'done')
  const waiting = entries.filter(({ state }) => state === 'waiting').length
  const { items, readAt, error } = useEncodes()
  const failed = entries.filter(({ state }) => state === 'failed').length
  if (all.length + items.length === 0 && !imports.error && !error) return null
  return (
    <details className="files-queue" open={innerWidth >= ROOMY_PX}>
      <summary>
        {words.underWay(entries.length - failed, failed, items.length, done.length) || words.LIBRARY_NAMES.imports}
      </summary>
      {(all.length > 0 || imports.error) && (
        <Card heading={words.LIBRARY_NAMES.imports} level={3} aside={<Age at={imports.data?.readAt ?? null} />}>
          {imports.error && <p className="small">{words.FILE_LIST_WORDS.importsFailed}</p>}
          <ul className="ruled">
            {entries.slice(0, SHOWN).map((entry) => (
              <OneImport key={entry.id} entry={entry} />
            ))}
          </ul>
          {waiting > 0 && <p className="small">{words.importsOf(waiting)}</p>}
          {done.length > 0 && <Done entries={done} />}
        </Card>
      )}
      {(items.length > 0 || error) && (
        <Card heading={words.LIBRARY_NAMES.encoding} level={3} aside={<Age at={readAt} />}>
          {error && <p className="small">{words.FILE_LIST_WORDS.encodesFailed}</p>}
          <ul className="ruled">
            {items.slice(0, SHOWN).map(({ fileId, name, progress }) => (
              <li key={fileId} className="queued">
                <span className="clip" title={name ?? fileId}>
                  {name ?? fileId}
                </span>
                <Progress percent={progress} of={name ?? fileId} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </details>
  )
}

/** What came, until a person has seen it and says so. */
function Done({ entries }: { entries: readonly ImportEntry[] }) {
  return (
    <div className="queued" data-state="done">
      <div className="row">
        <b className="num">{words.imported(entries.length)}</b>
        <CommandButton
          name={words.LIBRARY_NAMES.clear}
          spot="file:imports"
          command={{ type: 'edit', operation: 'clearImports', input: {} }}
        />
      </div>
      <ul>
        {entries.slice(-SHOWN_DONE).map(({ id, name }) => (
          <li key={id} className="small clip" title={name}>
            {name}
          </li>
        ))}
      </ul>
      <Answer spots={['file:imports']} />
    </div>
  )
}

function OneImport({ entry }: { entry: ImportEntry }) {
  const { name, state, progress, error } = entry
  return (
    <li className="queued" data-state={state}>
      <span>{name}</span>
      <small className={state === 'notKnown' ? 'queued-unknown' : undefined}>{words.IMPORT_STATES[state]}</small>
      {state === 'running' && <Progress percent={progress} of={name} />}
      {error && <small>{error}</small>}
      {state !== 'running' && state !== 'sending' && <WaysOut entry={entry} />}
    </li>
  )
}

/** Trying again, and giving up. Of one that may have come after all a person is asked first: it would come twice. */
function WaysOut({ entry: { id, name, state, type, isOtherKind } }: { entry: ImportEntry }) {
  const { press } = useActions()
  const reason = usePanel(whyNoLink)
  const [asking, setAsking] = useState(false)
  const spot = `file:${id}` as const
  function retry(as?: ImportEntry['type']): void {
    setAsking(false)
    void press(spot, { type: 'edit', operation: 'retryImport', input: { importId: id, ...(as && { type: as }) } })
  }
  // As what it was tried it fails again.
  const others = isOtherKind ? KINDS.filter((kind) => kind !== type) : []
  return (
    <>
      <div className="row">
        {others.map((kind) => (
          <PressButton
            key={kind}
            name={words.importAs(kind)}
            of={name}
            spot={spot}
            reason={reason}
            onPress={() => retry(kind)}
          />
        ))}
        {(state === 'failed' || state === 'notKnown') && !isOtherKind && (
          <PressButton
            name={words.LIBRARY_NAMES.retry}
            of={name}
            spot={spot}
            reason={reason}
            onPress={() => (state === 'notKnown' ? setAsking(true) : retry())}
          />
        )}
        <CommandButton
          name={words.LIBRARY_NAMES.takeOut}
          of={name}
          spot={spot}
          command={{ type: 'edit', operation: 'removeImport', input: { importId: id } }}
        />
        <Answer spots={[spot]} />
      </div>
      {asking && (
        <Ask
          question={words.RETRY_ASK}
          yes={words.LIBRARY_NAMES.importAgain}
          no={NAMES.notNow}
          spot={spot}
          onYes={() => retry()}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** How far it is: as the service said last. Where it says nothing, it is only under way. */
function Progress({ percent, of }: { percent: number | null; of: string }) {
  return (
    <div className="queued-progress">
      <progress max={100} value={percent ?? undefined} aria-label={of} />
      {percent !== null && <small className="num">{words.percent(percent)}</small>}
    </div>
  )
}

function Age({ at }: { at: number | null }) {
  return useTimed((_, now) => (at === null ? null : words.readAgo(now - at)))
}
