import type { Clock } from '../../../shared/util/clock.ts'

/** At login the panel may start after us: it is looked for this often, in ms, and for this long. */
const AGAIN_MS = 2_000
const LONGEST_MS = 60_000

interface Awaited {
  /** Null: unknown. */
  shown: Promise<boolean | null>
  /** @returns whether a panel has appeared since there was none */
  refresh(): Promise<boolean>
}

/** Reports a desktop without a tray at once, and the tray if it appears within the first minute. Returns what ends it. */
export function awaitTray({ shown, refresh }: Awaited, clock: Clock, says: { missing(): void; came(): void }) {
  const over = clock.monotonic() + LONGEST_MS
  let cancel = () => {}
  const again = () => {
    cancel = clock.after(AGAIN_MS, async () => {
      if (await refresh()) says.came()
      else if (clock.monotonic() < over) again()
    })
  }
  void shown.then((is) => {
    if (is !== false) return
    says.missing()
    again()
  })
  return () => cancel()
}
