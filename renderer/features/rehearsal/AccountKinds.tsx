import { useId } from 'react'
import { ACCOUNT_KINDS } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { ACCOUNT_WORDS, REHEARSAL_HEADINGS, REHEARSAL_WORDS } from '../../../shared/words/rehearsalScreen.ts'
import { useActions, useMirror } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Card } from '../../ui/Card.tsx'

/** What kind of account the studio plays. It shows what is true: the choice moves when the core says so. */
export function AccountKinds() {
  const { press, tell } = useActions()
  const name = useId()
  const chosen = useMirror(({ state }) => state?.rehearsal?.account ?? null)
  const reason = useMirror(whyNoLink)
  return (
    <Card heading={REHEARSAL_HEADINGS.account} level={3}>
      <fieldset className="kinds">
        <legend className="small">{REHEARSAL_WORDS.accountAbout}</legend>
        {ACCOUNT_KINDS.map((account) => (
          <label key={account} className="kind">
            <input
              type="radio"
              name={name}
              checked={chosen === account}
              onChange={() =>
                reason === null
                  ? void press('account', { type: 'rehearseAs', account })
                  : tell('account', { result: 'inert', why: reason })
              }
            />
            <span>
              <b>{ACCOUNT_WORDS[account].name}</b>
              <span className="small">{ACCOUNT_WORDS[account].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Answer spots={SPOTS} />
    </Card>
  )
}

const SPOTS = ['account'] as const
