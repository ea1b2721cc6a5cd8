import type { ReactNode } from 'react'
import type { ProfileEntry } from '../../../shared/state.ts'
import { tellFailure } from '../../../shared/words/failures.ts'
import { hostOf, KEY_WORDS, PROFILE_WORDS, testSentence } from '../../../shared/words/profiles.ts'
import { Tick, Warning } from '../../parts/icons.tsx'

/** Where it is, where its key is, and what the last test of it found. */
export function ProfileFacts({ profile }: { profile: ProfileEntry }) {
  const { kind, baseUrl, account, key, test } = profile
  const kindWords = kind === 'studio' ? PROFILE_WORDS.fixed : kind === 'run' ? PROFILE_WORDS.run : null
  const keyIsGone = key === 'missing' || key === 'locked'
  return (
    <dl className="facts">
      <Fact term={PROFILE_WORDS.place}>
        <span title={baseUrl}>{hostOf(baseUrl)}</span>
        {kindWords && <small> {kindWords}</small>}
      </Fact>
      {kind !== 'studio' && <Fact term={PROFILE_WORDS.account}>{account}</Fact>}
      <Fact term={PROFILE_WORDS.key} bad={keyIsGone}>
        {KEY_WORDS[key]}
      </Fact>
      <Fact term={PROFILE_WORDS.lastTest} bad={test?.failure != null} good={test?.projects != null}>
        {test ? testSentence(test) : PROFILE_WORDS.neverTested}
        {test?.failure && <> {tellFailure(test.failure).todo}</>}
      </Fact>
    </dl>
  )
}

interface FactProps {
  term: string
  bad?: boolean
  good?: boolean
  children: ReactNode
}

function Fact({ term, bad = false, good = false, children }: FactProps) {
  return (
    <div className="fact" data-bad={bad || undefined} data-good={good || undefined}>
      <dt>{term}</dt>
      <dd className="num">
        {bad && <Warning />}
        {good && <Tick />}
        <span>{children}</span>
      </dd>
    </div>
  )
}
