import { useEffect } from 'react'
import { PRODUCT, REHEARSAL_MARK } from '../../shared/words/labels.ts'
import { LAMP } from '../../shared/words/tally.ts'
import { tallyHere } from '../store/tally.ts'
import { useTimed } from '../store/useTimed.ts'

/** The tab, or the window's name, says what is on air too. */
export function useTitle(): void {
  const title = useTimed((mirror, now) => {
    const rehearsal = mirror.state?.service.rehearsal ? ` ${REHEARSAL_MARK}` : ''
    return `${LAMP[tallyHere(mirror, now)]}${rehearsal} · ${PRODUCT}`
  })
  useEffect(() => {
    document.title = title
  }, [title])
}
