import { join } from 'node:path'
import { applyOverride, operationEntries } from '../../shared/contract/override.ts'
import { STUDIO_PROFILE } from '../../shared/settings/profileIds.ts'
import type { Clock } from '../../shared/util/clock.ts'
import type { Core } from '../core/core.ts'
import type { StartHelper } from '../core/keychain/helper.ts'
import { processKeychain } from '../core/keychain/processKeychain.ts'
import { exportedSettings } from '../core/profiles/importing.ts'
import { keyProblem } from '../core/profiles/keys.ts'
import { listed } from '../core/profiles/profileStore.ts'
import { createProfiles } from '../core/profiles/profiles.ts'
import { createMacroRehearsals } from '../core/rehearsing/macroRehearsals.ts'
import { withSharedStructure } from '../core/state/store.ts'
import type { ToForget } from '../studio/supervisor/streamKeys.ts'
import { createLocalStudio } from '../studio/supervisor/supervisor.ts'
import type { Support } from '../support/support.ts'
import { VERSION } from '../util/version.ts'
import { connectService, openAccounts } from './connectService.ts'
import type { StartOptions } from './options.ts'
import { readOverrideFile } from './overrideFile.ts'
import { openRehearsalStudio } from './rehearsalStudio.ts'
import { reportCsv } from './reportCsv.ts'
import { reportDownloads } from './reportDownloads.ts'

interface Place {
  core: Core
  clock: Clock
  support: Support
  options: Pick<StartOptions, 'dataDir' | 'baseUrl' | 'override'>
  /** From the environment, for the service named on the command line. */
  key: string | null
  /** Starts the process that accesses the system's keychain. */
  keychain: StartHelper
}

/**
 * Adds to a core what every Cuelight has, with Electron or without: profiles, keychain, studio, override, downloads.
 */
export function createBackend({ core, clock, support, options, key, keychain }: Place) {
  const { dataDir, baseUrl } = options
  const { log, redactor } = support
  const overrideFile = readOverrideFile(options.override ?? join(dataDir, 'override.json'), options.override !== null)
  const { operations, rateHeaders, keyPrefix, meanings } = applyOverride(overrideFile.override)
  const contract = { operations, rateHeaders, keyPrefix, meanings, entries: operationEntries(operations) }
  redactor.hidePrefix(keyPrefix)
  showOverride(core, overrideFile)

  const accounts = openAccounts({ dataDir, clock, log })
  const onSecret = redactor.hide
  const chain = processKeychain({ start: keychain, clock })
  const studio = createLocalStudio({
    ...{ dataDir, clock, accounts, log, onSecret, keychain: chain, toForget: toForgetIn(core.settings) },
    onRehearsal: (state) =>
      core.store.change((draft) => {
        draft.rehearsal = draft.profileId === STUDIO_PROFILE ? withSharedStructure(draft.rehearsal, state) : null
      }),
    onSetAside: (file) => core.notice('studioSetAside', file),
    onTrouble: (message) => (message === null ? core.withdraw('studioFailed') : core.notice('studioFailed', message)),
  })
  const profiles = createProfiles({
    ...{ core, clock, log, onSecret, keyPrefix },
    run: baseUrl === null ? null : { baseUrl, key: usable(key, keyPrefix, log) },
    keychain: chain,
    services: { studio, connect: (target) => connectService({ ...target, clock, accounts, contract }) },
  })

  const macroRehearsals = createMacroRehearsals({
    ...{ store: core.store, clock, log, dir: join(dataDir, 'rehearsal') },
    openStudio: (show, meanings) => openRehearsalStudio({ show, meanings, clock, log, onSecret }),
  })

  return {
    /** The files that Cuelight offers for download. */
    downloads: {
      settings: async () => exportedSettings(core.settings.get()),
      support: () => support.bundle(core.store.get()),
      async openapi() {
        const { openapiDocument } = await import('../../shared/contract/openapi.ts')
        const { baseUrl: serverUrl } = core.store.get().service
        const table = core.store.get().profileId === STUDIO_PROFILE ? {} : { operations }
        return JSON.stringify(openapiDocument({ ...table, serverUrl, version: VERSION }), null, 2)
      },
      ...reportDownloads(core),
      ...reportCsv(core),
    },
    /** Starts working with the profile in use. @param quit ends Cuelight */
    async start(quit: () => void): Promise<void> {
      support.follow(core.store)
      const inUse = () => core.store.get().profileId === STUDIO_PROFILE
      core.provide({ profiles, rehearsal: () => (inUse() ? studio.rehearsal() : null), macroRehearsals, quit })
      await profiles.start()
    },
    async close(): Promise<void> {
      await macroRehearsals.close()
      await profiles.close()
      accounts.close()
    },
  }
}

/** What profiles remove from the keychain as soon as they can, for the stream keys too. */
const toForgetIn = (settings: Core['settings']): ToForget => ({
  has: (account) => settings.get().keysToForget.includes(account),
  async mark(account, isToForget) {
    if (settings.get().keysToForget.includes(account) === isToForget) return
    await settings.change(({ keysToForget }) => ({ keysToForget: listed(keysToForget, account, isToForget) }))
  },
})

/** A key that belongs to another kind of service is not sent to this one. */
function usable(key: string | null, prefix: string, log: (line: string) => void): string | null {
  const problem = key === null ? null : keyProblem(key, prefix)
  if (problem === null) return key
  log(`CUELIGHT_API_KEY ${problem}: it is not used.`)
  return null
}

function showOverride(
  { store, notice }: Core,
  { file, override, problem }: ReturnType<typeof readOverrideFile>,
): void {
  if (override === null && problem === null) return
  store.change({ override: { file, problem } })
  if (problem !== null) notice('overrideRefused', `${file}: ${problem}`)
}
