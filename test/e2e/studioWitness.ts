import { join } from 'node:path'
import { readAddress, type StudioAddress } from '../../electron/studio/address.ts'
import { administer } from '../../electron/studio/administration/client.ts'
import { systemClock } from '../../electron/util/time.ts'
import { RehearsalFault, type RehearsalFaultInput } from '../../shared/rehearsal/rehearsal.ts'
import type { ScenarioName } from '../../shared/rehearsal/rehearsalKinds.ts'
import { keyIn } from '../studio/processes.ts'

/** What the studio reports to be on air, in the panel's words. */
export interface Truth {
  tally: 'off' | 'preparing' | 'live' | 'unsynced'
  /** What viewers see. */
  scene: string | null
}

interface Named {
  id: string
  name: string
}

/**
 * The local studio of a data dir, asked directly rather than through the app: by its administration, and by its service
 * with its own key.
 */
export function witnessOf(dataDir: string) {
  const studioDir = join(dataDir, 'studio')

  function address(): StudioAddress {
    const found = readAddress(studioDir)
    if (!found) throw new Error('no studio has said where it is')
    return found
  }

  async function ask<Answer>(path: string, method = 'GET'): Promise<Answer> {
    const headers = { authorization: `Bearer ${keyIn(studioDir)}` }
    const response = await fetch(address().baseUrl + path, { method, headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }

  async function project(named = 'Friday Night'): Promise<string> {
    const { projects } = await ask<{ projects: Named[] }>('/projects')
    return `/projects/${projects.find(({ name }) => name === named)?.id}`
  }

  /** Whether anything is on air; works whatever fault is set. */
  const runs = async () => (await administer(address(), 'summary', undefined, systemClock)).onAir.length > 0

  return {
    address,
    setPreparing: (preparingMs: number) => administer(address(), 'setTimings', { preparingMs }, systemClock),
    async setFaults(...faults: RehearsalFaultInput[]) {
      for (const fault of faults) await administer(address(), 'setFault', RehearsalFault.parse(fault), systemClock)
    },
    clearFaults: () => administer(address(), 'clearFaults', undefined, systemClock),
    playScenario: (name: ScenarioName) => administer(address(), 'playScenario', { name }, systemClock),
    /** Another client puts another project on air. */
    startOther: async (named: string) => ask(`${await project(named)}/live`, 'POST'),
    runs,
    async truth(): Promise<Truth> {
      const path = await project()
      const live = await ask<{ status: string; onAirSceneId: string | null; unsyncedEdits: number }>(`${path}/live`)
      const { scenes } = await ask<{ scenes: Named[] }>(`${path}/scenes`)
      if (live.status === 'PREPARING') return { tally: 'preparing', scene: null }
      if (live.status !== 'LIVE') return { tally: 'off', scene: null }
      const scene = scenes.find(({ id }) => id === live.onAirSceneId)?.name ?? null
      return { tally: live.unsyncedEdits > 0 ? 'unsynced' : 'live', scene }
    },
    /** Starts and stops that were carried out since the studio's first day. */
    async carriedOut() {
      const { broadcasts } = await ask<{ broadcasts: { status: string }[] }>(`${await project()}/broadcasts`)
      const stops = broadcasts.filter(({ status }) => status === 'COMPLETED').length
      return { starts: broadcasts.length + ((await runs()) ? 1 : 0), stops }
    },
  }
}
