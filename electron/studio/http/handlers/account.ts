import { listDestinations, verifyDestinations } from '../../rules/account/destinations.ts'
import { pageOf } from '../../rules/world/find.ts'
import { destinationRecord } from '../../views/records.ts'
import type { Handlers } from '../router.ts'

export const accountHandlers: Handlers<'listDestinations' | 'verifyDestinations' | 'getAccount'> = {
  listDestinations({ core, query }) {
    const { items, total, offset } = pageOf(listDestinations(core.read()), query)
    return { destinations: items.map(destinationRecord), total, offset }
  },
  async verifyDestinations({ core, body, broadcasting }) {
    const known = verifyDestinations(core.read(), body.destinationIds)
    const results = await Promise.all(
      known.map(async ({ id, error }) => ({ id, error: error ?? (await broadcasting.verify(id)) })),
    )
    return { results: results.map(({ id, error }) => ({ id, valid: error === null, error })) }
  },
  getAccount: ({ account }) => {
    // An account without access by key was refused before this handler runs.
    return { plan: 'Rehearsal', apiAccess: true, playedFileLog: account.kind !== 'noPlayedFileLog' }
  },
}
