import { useId, useState } from 'react'
import * as z from 'zod/mini'
import type { OwnServer, SentTo } from '../../../shared/broadcasting.ts'
import { checkedServer } from '../../../shared/words/projects/destinations.ts'
import {
  CHECKED,
  changesOf,
  removeServerAsk,
  SERVER_NAMES,
  serverState,
  usedIn,
  SERVER_WORDS as WORDS,
} from '../../../shared/words/projects/servers.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { PressButton } from '../../ui/button/PressButton.tsx'
import { Ask } from '../../ui/dialog/Ask.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { Facts } from '../../ui/list/Facts.tsx'
import { ChangeServerForm } from './ServerForm.tsx'

/** As many names of projects as the studio reports at most. */
const MOST_NAMES = 5

/** One server: whether it takes the show, what to do if not, and its actions. */
export function ServerCard({ server }: { server: OwnServer }) {
  const { destinationId, name, url, hasKey, projects } = server
  const id = useId()
  const [unfolded, setUnfolded] = useState<'change' | 'remove' | null>(null)
  const [checked, setChecked] = useState<string | null>(null)
  const sent = usePanel(({ state }) => sentTo(state?.rehearsal?.broadcasting.sentTo, destinationId))
  const { mark, says } = serverState(hasKey, sent)
  const { press } = useActions()
  const fold = () => setUnfolded(null)
  function remove(): void {
    fold()
    void press('removeServer', { type: 'removeServer', destinationId })
  }
  return (
    <li className="card server" aria-labelledby={id} data-mark={mark}>
      <div className="row">
        <h3 id={id}>{name}</h3>
        <span className="tag server-mark" data-air={mark === 'LIVE' || undefined}>
          {mark}
        </span>
      </div>
      <p>{says}</p>
      <Facts
        of={[
          [
            WORDS.url,
            <code key="url" className="server-url">
              {url}
            </code>,
          ],
          [WORDS.key, hasKey ? WORDS.hasKey : WORDS.noKey],
          [WORDS.used, projects.length > 0 ? usedIn(projects, MOST_NAMES) : WORDS.unused],
        ]}
      />
      <Actions server={server} sent={sent} onUnfold={setUnfolded} onChecked={setChecked} />
      <p role="status" className="small">
        {checked}
      </p>
      {unfolded === 'change' && (
        <section className="ruled-off" aria-label={changesOf(name)}>
          <ChangeServerForm server={server} isOnAir={sent !== null} onDone={fold} />
        </section>
      )}
      {unfolded === 'remove' && (
        <Ask
          {...{ spot: 'removeServer', yes: SERVER_NAMES.remove, no: SERVER_NAMES.keep }}
          question={removeServerAsk(name)}
          onYes={remove}
          onNo={fold}
        />
      )}
      <Answer spots={[`server:${destinationId}`]} />
    </li>
  )
}

interface ActionsProps {
  server: OwnServer
  sent: SentTo | null
  onUnfold(what: 'change' | 'remove'): void
  onChecked(says: string | null): void
}

function Actions({ server: { destinationId, name: of, hasKey }, sent, onUnfold, onChecked }: ActionsProps) {
  const { press, dismiss } = useActions()
  const reason = usePanel(whyNoLink)
  const spot = `server:${destinationId}` as const

  async function verify(): Promise<void> {
    onChecked(null)
    const input = { destinationIds: [destinationId] }
    const answer = await press(spot, { type: 'edit', operation: 'verifyDestinations', input })
    if (answer?.result !== 'done' || answer.done.what !== 'edited') return
    dismiss(spot)
    onChecked(checkOf(answer.done.answer, destinationId, sent?.state === 'LIVE'))
  }

  return (
    <div className="row">
      <PressButton name={SERVER_NAMES.verify} {...{ spot, of, reason }} onPress={() => void verify()} />
      <PressButton
        name={hasKey ? SERVER_NAMES.change : SERVER_NAMES.setKey}
        {...{ spot, of, reason }}
        onPress={() => onUnfold('change')}
      />
      <PressButton name={SERVER_NAMES.remove} {...{ spot, of, reason }} onPress={() => onUnfold('remove')} />
    </div>
  )
}

const Verified = z.object({
  results: z.array(z.object({ id: z.string(), valid: z.boolean(), error: z.nullish(z.string()) })),
})

function checkOf(answer: unknown, destinationId: string, isOnAir: boolean): string | null {
  const { data } = Verified.safeParse(answer)
  const result = data?.results.find(({ id }) => id === destinationId)
  if (!result) return null
  return result.valid ? CHECKED[isOnAir ? 'onAir' : 'reached'] : checkedServer(result.error)
}

/** What is sent to a server: it belongs to one broadcast at a time. */
const sentTo = (all: readonly SentTo[] | undefined, id: string): SentTo | null =>
  all?.find(({ destinationId }) => destinationId === id) ?? null
