import { useEffect, useRef, useState } from 'react'
import type { AccountSchedule } from '../../../../shared/query/views.ts'
import { isRunning } from '../../../../shared/state.ts'
import { STARTING_WORDS as WORDS } from '../../../../shared/words/show/starting.ts'
import { useRead } from '../../../data/queries.ts'
import { useActions, usePanel } from '../../../store/context.tsx'
import { whyNoLink } from '../../../store/reasons.ts'
import type { PanelState } from '../../../store/store.ts'
import { useTimed } from '../../../store/useTimed.ts'
import { Button, PressButton } from '../../../ui/button/PressButton.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Answer } from '../../../ui/feedback/Answer.tsx'

/** How long before a date its countdown begins, in ms. */
const WITHIN_MS = 10 * 60_000
/** How long after its date the service may take to start a broadcast, in ms; and how often it is checked meanwhile. */
const AFTER_MS = 120_000
const DUE_EVERY_MS = 5_000
/** How often the dates are refetched, in ms: another tool may add some, and none may be missed. */
const EVERY_MS = 4 * 60_000

const NONE: readonly AccountSchedule[] = []
const startOf = ({ scheduledDate }: AccountSchedule) => Date.parse(scheduledDate)

/** The date, of any project, that will start soon; null: none. */
export function useStartsSoon(): AccountSchedule | null {
  const [isDue, setDue] = useState(false)
  const { data } = useRead('allSchedules', {}, true, isDue ? DUE_EVERY_MS : EVERY_MS)
  const dates = data?.value.schedules ?? NONE
  const next = useTimed((panel, now) => dates.find((one) => isSoon(one, panel, now))?.liveId ?? null)
  const found = dates.find(({ liveId }) => liveId === next) ?? null
  const at = found && startOf(found)
  const isNow = useTimed((_, now) => at !== null && at <= now)
  useEffect(() => setDue(isNow), [isNow])
  return found
}

/** Whether a date starts soon. A project that is running already shows its end instead, which such a date causes. */
function isSoon(date: AccountSchedule, { state }: PanelState, now: number): boolean {
  const leftMs = startOf(date) - now
  const listed = state?.projectList.items.find(({ id }) => id === date.projectId)
  const runs = isRunning(state?.projects[date.projectId]?.live ?? null) || listed?.liveStatus === 'LIVE'
  return leftMs <= WITHIN_MS && leftMs > -AFTER_MS && !runs
}

/** The countdown, in the place of the broadcast's clock, and a button to cancel the date. */
export function StartsSoon({ date }: { date: AccountSchedule }) {
  const [asking, setAsking] = useState(false)
  const at = startOf(date)
  const left = useTimed((_, now) => WORDS.left(at - now))
  const starts = useTimed((_, now) => WORDS.startsIn(date.projectName, at - now))
  return (
    <div className="starts-soon">
      <p className="small clip">{starts}</p>
      <p className="clock-up num" role="timer" aria-label={starts}>
        {left}
      </p>
      <Button className="" aria-haspopup="dialog" of={date.projectName} onClick={() => setAsking(true)}>
        {WORDS.not(at)}
      </Button>
      {asking && <NotTonight date={date} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** The countdown in the strip that replaces the head. */
export function StartsSoonLine({ date }: { date: AccountSchedule }) {
  const at = startOf(date)
  return (
    <span className="num clock-running clip">
      {useTimed((_, now) => WORDS.short(date.projectName, Math.ceil((at - now) / 1_000) * 1_000))}
    </span>
  )
}

function NotTonight({ date, onClose }: { date: AccountSchedule; onClose(): void }) {
  const { press } = useActions()
  const reason = usePanel(whyNoLink)
  const dialog = useRef<HTMLDialogElement>(null)
  const { projectId, liveId, projectName } = date
  const question = WORDS.question(projectName, startOf(date))

  async function cancel(): Promise<void> {
    const edit = { operation: 'cancelSchedule', input: { projectId, liveId } } as const
    const answer = await press('notTonight', { type: 'edit', ...edit })
    if (answer?.result === 'done') dialog.current?.close()
  }
  return (
    <Dialog ref={dialog} className="dialog not-tonight" aria-label={question} onClose={onClose}>
      <h2>{question}</h2>
      <p>{WORDS.about}</p>
      <Answer spots={['notTonight']} />
      <div className="row">
        <Button className="" autoFocus onClick={() => dialog.current?.close()}>
          {WORDS.keep}
        </Button>
        <PressButton
          className=""
          name={WORDS.cancel}
          spot="notTonight"
          reason={reason}
          onPress={() => void cancel()}
        />
      </div>
    </Dialog>
  )
}
