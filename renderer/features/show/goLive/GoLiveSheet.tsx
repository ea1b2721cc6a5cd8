import { useCallback, useEffect, useRef, useState } from 'react'
import { STUDIO_PROFILE } from '../../../../shared/settings/profileIds.ts'
import { type AppState, isScheduled, type ProjectState, targetOf } from '../../../../shared/state.ts'
import { faultyNames } from '../../../../shared/view/destinations.ts'
import { inARow } from '../../../../shared/words/format.ts'
import { ABOUT, EMPTY, HEADINGS, NAMES } from '../../../../shared/words/labels.ts'
import { describeFault } from '../../../../shared/words/outcomes/outcomes.ts'
import * as words from '../../../../shared/words/show/check.ts'
import { adjust } from '../../../store/address.ts'
import { useActions, usePanel } from '../../../store/context.tsx'
import { hashOf } from '../../../store/place.ts'
import { faultsToConfirm, isFirst, whyNoCheck, whyNoGoLive, whyNoSwitch } from '../../../store/reasons.ts'
import { useTimed } from '../../../store/useTimed.ts'
import { UseProfile } from '../../../ui/actions/UseProfile.tsx'
import { PressButton } from '../../../ui/button/PressButton.tsx'
import { useEscape } from '../../../ui/button/usePageKey.ts'
import { Answer } from '../../../ui/feedback/Answer.tsx'
import { SkeletonLine } from '../../../ui/feedback/Skeleton.tsx'
import { Select } from '../../../ui/form/Field.tsx'
import { Cross } from '../../../ui/icons/icons.tsx'
import { Facts } from '../../../ui/list/Facts.tsx'
import { ArmBar } from '../controls/ArmBar.tsx'
import { CheckingAsk } from '../controls/Asks.tsx'
import {
  type Check,
  destinationsCheck,
  endCheck,
  lateChecks,
  runs,
  sceneText,
  scheduledChecks,
  startFaults,
} from './checks.tsx'
import { useClashes, useFiles, useFirst } from './readChecks.tsx'
import './GoLiveSheet.css'

/** If logins were verified longer ago than this, in ms, opening the sheet verifies them again. */
const OLD_MS = 5 * 60_000

/**
 * The check sheet: everything known about a show before it goes live, faults first, each with its fix. It covers the
 * show screen.
 */
export function GoLiveSheet() {
  const state = usePanel((panel) => panel.state)
  const target = state && targetOf(state)
  const { dismiss } = useActions()
  const close = useCallback(() => {
    dismiss('goLive')
    adjust(hashOf('show'))
  }, [dismiss])
  const isOver = runs(target)
  useEscape(close)
  useEffect(() => {
    if (isOver) adjust(hashOf('show'))
  }, [isOver])
  return target && <Sheet key={target.id} target={target} state={state} onClose={close} />
}

interface Props {
  target: ProjectState
  state: AppState
}

function Sheet({ target, state, onClose }: Props & { onClose(): void }) {
  const { ask, store } = useActions()
  const [isNew] = useState(() => isFirst(store.getState().presses.goLive))
  const now = useTimed((_, time) => time)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const { first, files, ...content } = useFirst(target, state)
  const [clashes, usable] = [useClashes(target, state, now), useFiles(files)]
  const own = [destinationsCheck(target, state, now), clashes, usable, endCheck(target, state, now), first]
  const all = [...scheduledChecks(target), ...lateChecks(target, now), ...own]
  const bad = all.filter((check) => check.bad)
  const verify = useCallback(() => void ask('check', (show) => show.checkDestinations()), [ask])
  const verifiedAt = useRef(target.check?.at ?? now)
  useEffect(() => {
    if (Date.now() - verifiedAt.current > OLD_MS) verify()
  }, [verify])

  function checkAgain(): void {
    void ask('refresh', (show) => show.refresh())
    verify()
    for (const one of [clashes, usable, content]) one.readAgain()
  }
  return (
    <section className="page show-screen sheet" aria-labelledby="sheet-title">
      <header className="sheet-head">
        <h2 id="sheet-title" ref={title} tabIndex={-1}>
          {HEADINGS.check}
        </h2>
        <a className="button quiet square" href={hashOf('show')} aria-label={NAMES.close} onClick={onClose}>
          <Cross />
        </a>
      </header>
      {isNew && <p>{words.CHECK_WORDS.first}</p>}
      <CheckingAsk />
      <ArmBar />
      <div className="sheet-panes">
        <ul className="sheet-rows">
          {[...bad, ...all.filter((check) => !check.bad)].map((check) => (
            <Row key={check.id} check={check} now={now} main={check === bad.find(({ remedy }) => remedy)}>
              {check.id === 'first' && <OpeningScene target={target} state={state} />}
            </Row>
          ))}
        </ul>
        <Side
          target={target}
          state={state}
          now={now}
          bad={bad.length}
          end={all.find(({ id }) => id === 'end')?.head ?? null}
        >
          <CheckAgain onPress={checkAgain} />
        </Side>
      </div>
    </section>
  )
}

function Row({
  check,
  now,
  main,
  children,
}: {
  check: Check
  now: number
  main: boolean
  children: React.ReactNode
}) {
  const { id, bad, head, more, readAt, remedy } = check
  return (
    <li className="sheet-row" data-bad={bad || undefined}>
      <span className="sign" aria-hidden="true" />
      <div className="sheet-words">
        <h3 className="small">{words.CHECK_TERMS[id]}</h3>
        <p className="sheet-told num">{head ?? <SkeletonLine text={words.CHECK_WORDS.reading} />}</p>
        {more && <p className="sheet-more">{more}</p>}
        {readAt !== null && <p className="small num">{words.readAgo(now - readAt)}</p>}
      </div>
      {remedy && <div className="sheet-remedy">{remedy(main ? 'main' : '')}</div>}
      {(check.children || children) && (
        <div className="sheet-body">
          {check.children}
          {children}
        </div>
      )}
    </li>
  )
}

/** The scene that shows of this project begin with: the active one, or one that is activated before each start. */
function OpeningScene({ target, state }: Props) {
  const { ask } = useActions()
  const opening = state.openings[target.id]
  const { scenes } = target
  if (!scenes?.length) return null
  const active = scenes.find(({ isActive }) => isActive)?.name ?? null
  const names = Object.fromEntries(scenes.map(({ id, name }) => [`:${id}`, name || EMPTY.nameless]))
  const gone = opening && !(`:${opening.id}` in names) ? { [`:${opening.id}`]: words.goneScene(opening.name) } : {}
  const choices: Record<string, string> = { '': words.activeScene(active), ...gone, ...names }
  return (
    <>
      <Select
        label={words.CHECK_NAMES.begins}
        words={choices}
        value={opening ? `:${opening.id}` : ''}
        onChoose={(key) => void ask('opening', (show) => show.setOpeningScene(key === '' ? null : key.slice(1)))}
      />
      <Answer spots={['opening']} />
    </>
  )
}

function CheckAgain({ onPress }: { onPress(): void }) {
  const reason = usePanel(whyNoCheck)
  return (
    <>
      <PressButton
        name={NAMES.checkAgain}
        spot="check"
        className=""
        reason={reason}
        about={ABOUT.checkAgain}
        onPress={onPress}
      />
      <Answer spots={['check']} />
    </>
  )
}

interface SideProps extends Props {
  bad: number
  now: number
  end: string | null
  children: React.ReactNode
}

/** A summary of what would start, and the Go live button. */
function Side({ target, state, bad, now, end, children }: SideProps) {
  const { ask } = useActions()
  const asked = usePanel(({ presses }) => faultsToConfirm(presses.goLive))
  const reason = usePanel(whyNoGoLive)
  const noSwitch = usePanel(whyNoSwitch)
  const { settings } = target
  // A project with a planned date cannot be started manually, not even despite faults.
  const waits = isScheduled(target)
  const faulty = !waits && (bad > 0 || asked !== null)
  const despite = asked !== null || startFaults(target, state, now)
  const facts = words.CHECK_FACTS
  const autoSync = settings?.autoSync
  return (
    <aside className="sheet-side">
      <h3 className="clip" title={target.name}>
        {target.name}
      </h3>
      <Facts
        of={[
          [
            facts.goesTo,
            settings ? inARow(settings.destinations.map(({ name }) => name)) || facts.nowhere : facts.notKnown,
          ],
          [facts.begins, sceneText(target, state)],
          [facts.ends, end ?? facts.notKnown],
          [facts.autoSync, autoSync == null ? facts.notKnown : autoSync ? facts.autoSyncOn : facts.autoSyncOff],
        ]}
      />
      {asked?.map((fault) => (
        <p key={describeFault(fault)} className="strong">
          {describeFault(fault)}
        </p>
      ))}
      {bad > 0 && <p className="strong">{words.problemsKnown(bad)}</p>}
      {children}
      <div className="sheet-go">
        <PressButton
          name={faulty ? NAMES.goLiveAnyway : NAMES.goLive}
          spot="goLive"
          className={faulty || waits || reason !== null ? 'act' : 'act go ready'}
          reason={reason}
          onPress={() => void ask('goLive', (show) => show.goLive(despite, true))}
        />
      </div>
      <Answer spots={['goLive', 'unlock', 'arm']} />
      {faultyNames(target).length > 0 && <p className="small">{words.CHECK_WORDS.left}</p>}
      {!state.service.rehearsal && (
        <>
          <UseProfile
            name={words.CHECK_NAMES.rehearse}
            spot="useStudio"
            reason={noSwitch}
            profileId={STUDIO_PROFILE}
          />
          <Answer spots={['useStudio']} />
        </>
      )}
    </aside>
  )
}
