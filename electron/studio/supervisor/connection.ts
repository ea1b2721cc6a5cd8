import { operations } from '../../../shared/contract/operations.ts'
import { operationEntries } from '../../../shared/contract/override.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { STUDIO_NAME } from '../../../shared/words/places.ts'
import { connectService } from '../../app/connectService.ts'
import type { Connection } from '../../core/core.ts'
import type { Accounts } from '../../service/accounts.ts'

/** How the studio is known to the core: what is remembered of it stays wherever it listens. */
const SERVICE_ID = 'local studio'
/** Whose budget it is: that, too, stays when it has to take another port. */
const ACCOUNT = { baseUrl: 'http://127.0.0.1', label: STUDIO_NAME }
/** The studio speaks the contract as it stands: an override is for hosted services. */
const CONTRACT = { entries: operationEntries(operations) }

/** A way to the studio's service, on the one budget every studio of this app has. */
export function connectStudio(place: { baseUrl: string; key: string }, clock: Clock, all: Accounts): Connection {
  const accounts = { ...all, limiterFor: () => all.limiterFor(ACCOUNT) }
  return connectService({ ...place, id: SERVICE_ID, account: STUDIO_NAME, clock, accounts, contract: CONTRACT })
}
