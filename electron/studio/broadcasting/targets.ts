/** How the destinations of running broadcasts are doing, for responses: from the engine and from the watch page. */
import type { EngineReport } from '../engine/plan.ts'
import type { Targets } from '../views/records.ts'
import type { Audience } from '../watch/audience.ts'
import { WATCH_PATH } from '../watch/watchPage.ts'

export function createTargets(report: () => EngineReport, audience: Audience) {
  let origin: string | null = null
  const targets: Targets = {
    targetOf: (liveId, destinationId) =>
      report().targets.find((one) => one.liveId === liveId && one.destinationId === destinationId),
    isSlateFor: (liveId) =>
      report().broadcasts.some((one) => one.liveId === liveId && one.path === null && one.trouble !== null),
    layersIn: (liveId) => report().broadcasts.find((one) => one.liveId === liveId)?.layers ?? null,
    isPlaylistSilentFor: (liveId) =>
      report().broadcasts.some((one) => one.liveId === liveId && !one.sound.isPlaylist),
    audienceOf: audience.of,
    watchUrlOf: (projectId) => origin && `${origin}${WATCH_PATH}/${projectId}`,
  }
  return {
    ...targets,
    /** @param address where the studio, and with it the watch page, can be reached from now on */
    listensAt(address: string): void {
      origin = address
    },
  }
}

/** What replaces the report of an engine that is lost: until its next one, nothing is known to be sent. */
export function lostReport(last: EngineReport, message: string): EngineReport {
  const lost = { state: 'WAIT', error: 'STREAM_ERROR', message } as const
  const nothing = { path: null, failed: null }
  return {
    targets: last.targets.map((one) => ({ ...one, ...lost })),
    broadcasts: last.broadcasts.map(({ liveId, sound }) => ({
      ...{ liveId, ...nothing, layers: null, trouble: message },
      sound: { ...sound, ...nothing, isPlaylist: false },
    })),
  }
}
