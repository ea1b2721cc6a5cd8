import { useEffect, useState } from 'react'
import { LICENCES_FILE, type Licence, readLicences } from '../../../shared/util/licences.ts'

/** `missing`: it is not there, or is no list of licences. */
export type Read = Licence[] | 'loading' | 'missing'

/** The licences of all that is shipped, read when somebody looks at them. */
export function useLicences(): Read {
  const [read, setRead] = useState<Read>('loading')
  useEffect(() => {
    const leaving = new AbortController()
    void fetched(leaving.signal).then((licences) => {
      if (!leaving.signal.aborted) setRead(licences ?? 'missing')
    })
    return () => leaving.abort()
  }, [])
  return read
}

/** Null for whatever keeps it from being read: the page says what to do about it, and nothing depends on it. */
async function fetched(signal: AbortSignal): Promise<Licence[] | null> {
  try {
    const response = await fetch(LICENCES_FILE, { signal })
    return response.ok ? readLicences(await response.json()) : null
  } catch {
    return null
  }
}
