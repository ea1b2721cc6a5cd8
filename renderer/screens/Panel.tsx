import { useEffect } from 'react'
import { EMPTY, LINK_WORDS, REHEARSAL_MARK } from '../../shared/words/labels.ts'
import { LAMP } from '../../shared/words/tally.ts'
import { useTimed } from '../hooks/useTimed.ts'
import { useMirror } from '../mirror/context.tsx'
import type { MirrorState } from '../mirror/mirror.ts'
import { Banners } from '../parts/Banners.tsx'
import { Tally } from '../parts/Tally.tsx'
import { tallyHere } from '../view/tally.ts'
import { ChooseScreen } from './ChooseScreen.tsx'
import { ShowScreen } from './ShowScreen.tsx'
import { WordsScreen } from './WordsScreen.tsx'

type Screen = 'connecting' | 'neverUp' | 'refused' | 'noKey' | 'choose' | 'show'

function screenOf({ link, state }: MirrorState): Screen {
  if (link === 'refused') return 'refused'
  if (!state) return link === 'lost' ? 'neverUp' : 'connecting'
  if (!state.service.keyPresent) return 'noKey'
  return state.targetId === null ? 'choose' : 'show'
}

/** The page: the tally, always, and beneath it the screen that fits what is known. */
export function Panel() {
  const screen = useMirror(screenOf)
  useTitle()
  return (
    <>
      <Tally />
      <main>
        {screen !== 'refused' && <Banners />}
        {screen === 'show' && <ShowScreen />}
        {screen === 'choose' && <ChooseScreen />}
        {screen === 'noKey' && <WordsScreen text={EMPTY.noKeyMore} />}
        {screen === 'refused' && <WordsScreen text={LINK_WORDS.refusedMore} />}
        {screen === 'neverUp' && <WordsScreen text={LINK_WORDS.neverUpMore} />}
        {screen === 'connecting' && <WordsScreen text={LINK_WORDS.connectingMore} />}
      </main>
    </>
  )
}

/** The tab says what is on air too. */
function useTitle(): void {
  const title = useTimed((mirror, now) => {
    const rehearsal = mirror.state?.service.rehearsal ? ` ${REHEARSAL_MARK}` : ''
    return `${LAMP[tallyHere(mirror, now)]}${rehearsal} · Cuelight`
  })
  useEffect(() => {
    document.title = title
  }, [title])
}
