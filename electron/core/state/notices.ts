import { randomUUID } from 'node:crypto'
import type { Notice } from '../../../shared/state.ts'
import type { Store } from './store.ts'

/** What Cuelight tells people of itself, until it is put away or not so any more. */
export function createNotices({ change }: Pick<Store, 'change'>) {
  return {
    /** Said already, it is said once. */
    notice(kind: Notice['kind'], about: string): void {
      change((draft) => {
        if (draft.notices.some((one) => one.kind === kind && one.about === about)) return
        draft.notices.push({ id: randomUUID(), kind, about })
      })
    },
    withdraw(kind: Notice['kind']): void {
      change((draft) => {
        if (draft.notices.some((one) => one.kind === kind))
          draft.notices = draft.notices.filter((one) => one.kind !== kind)
      })
    },
  }
}
