import { type Budget, RESERVE } from '../../../shared/budget.ts'
import { REQUESTS_PER_MINUTE } from '../../../shared/contract/limits.ts'
import { OUR_MEANINGS } from '../../../shared/contract/meanings.ts'
import { DEFAULT_PREFERENCES } from '../../../shared/settings/preferences.ts'
import { STUDIO_PROFILE } from '../../../shared/settings/profileIds.ts'
import type { AppState } from '../../../shared/state.ts'

const fullBudget: Budget = {
  limit: REQUESTS_PER_MINUTE,
  remaining: REQUESTS_PER_MINUTE,
  reserve: RESERVE,
  ours: 0,
  othersPerMinute: null,
  resetsAt: null,
  basis: 'counting',
  blockedUntil: null,
}

/** The state of a service before the first request. */
export function nothingKnown() {
  return {
    service: {
      baseUrl: '',
      account: '',
      keyPresent: true,
      rehearsal: false,
      failure: null,
      failingSince: null,
      answeredAt: null,
      nextTryAt: null,
    },
    budget: fullBudget,
    projectList: { items: [], readAt: null, loading: false, failure: null },
    targetId: null,
    openings: {},
    // The ids come from the service: none may match a property that every object inherits.
    projects: Object.create(null),
    looks: {},
    lostEdits: [],
    heldEdits: [],
    macro: null,
    macroRehearsal: null,
    arm: null,
    rehearsal: null,
    operations: [],
  } satisfies Partial<AppState>
}

/** The state of a new core. */
export function firstState(version: string): AppState {
  return {
    version,
    ...nothingKnown(),
    profiles: [],
    profileId: STUDIO_PROFILE,
    keychain: { state: 'unused', about: null },
    override: null,
    meanings: OUR_MEANINGS,
    padlock: { locked: false },
    take: false,
    openWork: [],
    preferences: DEFAULT_PREFERENCES,
    macros: [],
    macroReports: {},
    journal: [],
    notices: [],
    welcome: false,
    desktop: null,
  }
}
