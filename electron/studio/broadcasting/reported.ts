/** Broadcasting as the administration reports it to the screens. */
import type { Broadcasting } from '../../../shared/broadcasting.ts'
import type { EngineReport } from '../engine/plan.ts'
import type { Files } from '../files/files.ts'
import { serversOf } from '../rules/account/servers.ts'
import { shownBetween } from '../rules/broadcasts/pictures.ts'
import type { Live, Project, World } from '../rules/world/world.ts'
import type { Health } from './health.ts'
import type { MissingOf } from './missing.ts'

/** Names of projects for each server: there may be a thousand. */
const MOST_NAMES = 5

interface Sources {
  readonly report: EngineReport
  /** What is not composed, and why. */
  readonly missing: readonly (MissingOf & { readonly why: string })[]
  readonly health: Health
  readonly files: Files
  readonly keys: ReadonlyMap<string, string>
  readonly diskLeft: number | null
}

export function reported(
  world: World,
  now: number,
  { report, missing, health, files, keys, diskLeft }: Sources,
): Broadcasting {
  const lives = new Map(Object.values(world.lives).map((live) => [live.liveId, live]))
  const projects = Object.values(world.projects)
  return {
    servers: serversOf(world).map(({ id, name, server }) => ({
      ...{ destinationId: id, name, url: server.url, hasKey: keys.has(id) },
      projects: namesOf(projects.filter(({ destinationIds }) => destinationIds.includes(id))),
    })),
    sentTo: report.targets.flatMap((target) => {
      const { liveId, destinationId, state, message } = target
      const live = lives.get(liveId)
      return live ? [{ projectId: live.projectId, destinationId, state, message, ...health.of(target) }] : []
    }),
    notShown: [
      ...report.broadcasts.flatMap(({ liveId, path, trouble }) => {
        const live = lives.get(liveId)
        if (!live || trouble === null || path !== null) return []
        return [rowOf(live, wantedFile(live, now, files), trouble)]
      }),
      ...missing.flatMap(({ liveId, fileId, why }) => {
        const live = lives.get(liveId)
        if (!live) return []
        return [{ ...rowOf(live, files.catalogue.find(fileId)?.name ?? null, why), isPlaylistAlone: true as const }]
      }),
    ],
    notHeard: report.broadcasts.flatMap(({ liveId, sound: { trouble } }) => {
      const live = lives.get(liveId)
      return live && trouble !== null ? [{ projectId: live.projectId, why: trouble }] : []
    }),
    engineRestarts: health.engineRestarts,
    diskLeft,
  }
}

const rowOf = ({ projectId }: Live, file: string | null, why: string) => ({ projectId, file, why })
const namesOf = (projects: readonly Project[]) => projects.slice(0, MOST_NAMES).map(({ name }) => name)

/** The name of the file that should be on air. */
function wantedFile(live: Live, now: number, files: Files): string | null {
  const [wanted] = shownBetween(live, now, now + 1, 1)
  return (wanted && files.catalogue.find(wanted.fileId)?.name) ?? null
}
