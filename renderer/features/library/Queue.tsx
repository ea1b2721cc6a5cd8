import { useState } from 'react'
import { KINDS } from '../../../shared/contract/links.ts'
import type { ImportEntry } from '../../../shared/query/imports.ts'
import * as words from '../../../shared/words/files/library.ts'
import { NAMES } from '../../../shared/words/labels.ts'
import { useRead } from '../../data/queries.ts'
import { useEncodes } from '../../data/useEncodes.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { useAge } from '../../ui/actions/Refresh.tsx'
import { CommandButton, PressButton } from '../../ui/button/PressButton.tsx'
import { Ask } from '../../ui/dialog/Ask.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { EndWork, onStudio } from './EndWork.tsx'

/** At most this many entries are shown; the rest is only counted. */
const SHOWN = 50

/** From this width on the queue is beside the list and open; below, it is a folded line above the list. */
const ROOMY_PX = 1_100

/** How many names of finished imports are shown, the last ones. */
const SHOWN_DONE = 5
const NONE: readonly ImportEntry[] = []

/** Background work: links being imported and files being encoded. */
export function Queue() {
  const imports = useRead('imports', {})
  const all = imports.data?.value.imports ?? NONE
  const entries = all.filter(({ state }) => state !== 'done')
  const done = all.filter(({ state }) => state === 'done')
  const waiting = entries.filter(({ state }) => state === 'waiting').length
  const { items, readAt, error } = useEncodes()
  const importsAge = useAge(imports.data?.readAt ?? null, words.readAgo)
  const encodesAge = useAge(readAt, words.readAgo)
  const canEnd = usePanel(onStudio)
  const failed = entries.filter(({ state }) => state === 'failed').length
  if (all.length + items.length === 0 && !imports.error && !error) return null
  return (
    <details className="files-queue" open={innerWidth >= ROOMY_PX}>
      <summary>
        {words.underWay(entries.length - failed, failed, items.length, done.length) || words.LIBRARY_NAMES.imports}
      </summary>
      {(all.length > 0 || imports.error) && (
        <Card heading={words.LIBRARY_NAMES.imports} level={3} aside={importsAge}>
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
        <Card heading={words.LIBRARY_NAMES.encoding} level={3} aside={encodesAge}>
          {error && <p className="small">{words.FILE_LIST_WORDS.encodesFailed}</p>}
          <ul className="ruled">
            {items.slice(0, SHOWN).map(({ fileId, name, progress }) => (
              <li key={fileId} className="queued">
                <span className="clip" title={name ?? fileId}>
                  {name ?? fileId}
                </span>
                <Progress percent={progress} of={name ?? fileId} />
                {canEnd && (
                  <div className="row">
                    <EndWork work="encode" fileId={fileId} name={name ?? fileId} spot={`file:end ${fileId}`} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </details>
  )
}

/** Finished imports, shown until the user clears them. */
function Done({ entries }: { entries: readonly ImportEntry[] }) {
  return (
    <div className="queued" data-state="done">
      <div className="row">
        <b className="num grow">{words.imported(entries.length)}</b>
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
  const { name, state, progress, error, fileId } = entry
  const canEnd = usePanel(onStudio)
  return (
    <li className="queued" data-state={state}>
      <span>{name}</span>
      <small className={state === 'notKnown' ? 'not-known' : undefined}>{words.IMPORT_STATES[state]}</small>
      {state === 'running' && <Progress percent={progress} of={name} />}
      {state === 'running' && fileId && canEnd && (
        <div className="row">
          <EndWork work="import" fileId={fileId} name={name} spot={`file:end ${fileId}`} />
        </div>
      )}
      {error && <small>{error}</small>}
      {state !== 'running' && state !== 'sending' && <WaysOut entry={entry} />}
    </li>
  )
}

/**
 * Buttons to retry and to remove an import. If it may have succeeded after all, the user is asked first, because a
 * retry could import it twice.
 */
function WaysOut({ entry: { id, name, state, type, isOtherKind } }: { entry: ImportEntry }) {
  const { press } = useActions()
  const reason = usePanel(whyNoLink)
  const [asking, setAsking] = useState(false)
  const spot = `file:${id}` as const
  function retry(as?: ImportEntry['type']): void {
    setAsking(false)
    void press(spot, { type: 'edit', operation: 'retryImport', input: { importId: id, ...(as && { type: as }) } })
  }
  // Retried as the same kind it would fail again.
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

/** The progress that the service reported last; indeterminate if it reports none. */
function Progress({ percent, of }: { percent: number | null; of: string }) {
  return (
    <div className="queued-progress">
      <progress max={100} value={percent ?? undefined} aria-label={of} />
      {percent !== null && <small className="num">{words.percent(percent)}</small>}
    </div>
  )
}
