/**
 * Broadcasting for real: keeps the engine's plan equal to the world, has play copies made, and knows what the engine
 * reports. It never decides what plays: that follows from the world at any moment, also after a restart.
 */
import type { Broadcasting as Reported } from '../../../shared/broadcasting.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Core } from '../core.ts'
import { type EngineReport, NOT_YET } from '../engine/plan.ts'
import { readRtmpAddress } from '../engine/rtmp/address.ts'
import type { Files } from '../files/files.ts'
import { find } from '../rules/world/find.ts'
import type { World } from '../rules/world/world.ts'
import { frameOf } from '../views/layer.ts'
import type { Audience } from '../watch/audience.ts'
import type { WatchPage } from '../watch/watchPage.ts'
import { enginePlan, type PlanSources, sentProjects, wantedCopies } from './enginePlan.ts'
import { createEngineProcess } from './engineProcess.ts'
import { createHealth } from './health.ts'
import { createHeld } from './held.ts'
import { createMissing } from './missing.ts'
import { reported } from './reported.ts'
import { createTargets, lostReport } from './targets.ts'

/** A plan is made anew at least this often while something is broadcast, in ms. */
const AGAIN_MS = 15_000

export type Broadcasting = ReturnType<typeof createBroadcasting>

interface Dependencies {
  readonly core: Core
  readonly files: Files
  readonly watchPage: WatchPage
  readonly audience: Audience
  readonly clock: Clock
  readonly log: (line: string) => void
}

export function createBroadcasting({ core, files, watchPage, audience, clock, log }: Dependencies) {
  /** Stream keys, by destination: never stored. Whoever starts the studio hands them over. */
  const keys = new Map<string, string>()
  let report: EngineReport = { targets: [], broadcasts: [] }
  let cancel = () => {}
  const [health, disk, missing] = [createHealth(clock), watchDisk(files), createMissing(clock)]
  const { playCopies, compositions } = files
  const engine = createEngineProcess({
    clock,
    log,
    onReport(next) {
      logTroubles(report, next, log)
      distrustFailed(report, next, files)
      report = next
      health.take(next)
    },
    // One that only was slow to report goes on.
    onLost(message) {
      report = lostReport(report, message)
    },
    onStart() {
      health.engineRestarted()
      update()
    },
  })
  const sources = sourcesOf(files, keys, watchPage)

  function update(): void {
    cancel()
    const world = core.glance()
    const projects = sentProjects(world)
    const frames = projects.map(({ format }) => frameOf(format))
    playCopies.want(wantedCopies(world, projects), frames)
    const { mixes, pieces, missing: rows, ...plan } = enginePlan(world, core.now(), sources)
    missing.take(rows)
    files.mixes.want(mixes)
    compositions.want(pieces)
    engine.follow({ sentAt: clock.now(), ...plan })
    if (plan.broadcasts.length === 0) report = { targets: [], broadcasts: [] }
    else cancel = clock.after(AGAIN_MS, update)
    disk.look(plan.broadcasts.length > 0)
  }

  /** Nothing that fails here may undo a change of the world. */
  const soon = onceATurn(update, (error) => log(`The engine could not be given its plan: ${String(error)}`))
  const unsubscribe = core.onChange(soon)
  files.onPlayCopy(soon)
  soon()

  return {
    targets: createTargets(() => report, audience),
    report: () => report,
    /** All of it for the screens, without a stream key. */
    reported(): Reported {
      const known = { missing: missing.told(), diskLeft: disk.left() }
      return reported(core.glance(), core.now(), { report, health, files, keys, ...known })
    },
    hasKey: (destinationId: string) => keys.has(destinationId),
    /** The server refuses the key, so nothing of a broadcast is seen there. */
    isKeyRefused: (destinationId: string) =>
      report.targets.some((one) => one.destinationId === destinationId && one.error === 'AUTH_ERROR'),
    /** @param key null forgets it */
    setKey(destinationId: string, key: string | null): void {
      if (key === null) keys.delete(destinationId)
      else keys.set(destinationId, key)
      soon()
    },
    /**
     * Contacts a server, unless it is being sent to. The key is not tried: that would put something on air.
     * @returns null if it lets us in; otherwise the reason
     */
    verify: (destinationId: string) => verify(core.glance(), report, keys, destinationId, clock),
    async close(): Promise<void> {
      unsubscribe()
      files.onPlayCopy(() => {})
      cancel()
      await engine.close()
    },
  }
}

/** Calls at the end of the turn: several changes at once make one plan. */
function onceATurn(call: () => void, onError: (error: unknown) => void): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    queueMicrotask(() => {
      isWaiting = false
      try {
        call()
      } catch (error) {
        onError(error)
      }
    })
  }
}

/** Whether the disk is nearly full, while anything is broadcast. One that cannot be asked is not known to be. */
function watchDisk({ nearlyFull }: Files) {
  let left: number | null = null
  return {
    left: () => left,
    look(isBroadcasting: boolean): void {
      if (!isBroadcasting) left = null
      else
        nearlyFull().then(
          (bytes) => {
            left = bytes
          },
          () => {},
        )
    },
  }
}

/** What a plan needs besides the world. */
function sourcesOf(
  { catalogue, playCopies, mixes, compositions }: Files,
  keys: ReadonlyMap<string, string>,
  watchPage: WatchPage,
): PlanSources {
  return {
    copyOf: (fileId, form) => playCopies.find({ fileId, form }),
    whyNoCopy(fileId, form, path) {
      if (path !== null) return playCopies.isAsWished(path, { fileId, form }) ? null : NOT_YET
      const failure = playCopies.failureOf({ fileId, form })
      return failure === null ? null : `there is no play copy of it: ${failure.replace(/\.$/, '')}`
    },
    mixOf: (mix) => foundIn(mixes, mix, 'it could not be mixed'),
    pieceOf: (piece) => foundIn(compositions, piece, 'the layers could not be combined'),
    held: createHeld(),
    capacity: compositions.capacity,
    aspectOf(fileId) {
      const [width = 0, height = 0] = (catalogue.find(fileId)?.metadata?.resolution ?? '').split('x').map(Number)
      return width > 0 && height > 0 ? width / height : null
    },
    slateOf: playCopies.slate,
    hasSound: (fileId) => !catalogue.find(fileId)?.issues?.warnings.includes('no_audio_track'),
    keyOf: (destinationId) => keys.get(destinationId) ?? null,
    watchPageOf: watchPage.target,
  }
}

interface Pieces<Piece> {
  find(piece: Piece): string | null
  failureOf(piece: Piece): string | null
}

/** A piece that is made ahead, or why there is none. */
function foundIn<Piece>(pieces: Pieces<Piece>, piece: Piece, whatFailed: string) {
  const path = pieces.find(piece)
  const failure = path === null ? pieces.failureOf(piece) : null
  return { path, why: failure === null ? null : `${whatFailed}: ${failure.replace(/\.$/, '')}` }
}

/** Has what could not be played made again. Each stays in trouble until it is opened again, and is made by then. */
function distrustFailed(before: EngineReport, now: EngineReport, { mixes, compositions, playCopies }: Files): void {
  const known = failedIn(before)
  for (const path of failedIn(now))
    if (!known.includes(path) && !mixes.distrust(path) && !compositions.distrust(path)) playCopies.distrust(path)
}

const failedIn = ({ broadcasts }: EngineReport): string[] =>
  broadcasts.flatMap(({ failed, sound }) => [failed, sound.failed]).filter((path) => path !== null)

/** What viewers see and hear instead of a file, once for each file. */
function logTroubles(before: EngineReport, now: EngineReport, log: (line: string) => void): void {
  for (const { liveId, path, trouble, sound } of now.broadcasts) {
    const earlier = before.broadcasts.find((one) => one.liveId === liveId)
    const isNew = earlier?.trouble !== trouble
    const instead = path === null ? 'the slate is shown instead of a file' : 'the playlist is shown alone'
    if (trouble !== null && isNew) log(`Broadcast ${liveId}: ${instead}: ${trouble}.`)
    const isNewSound = sound.trouble !== null && earlier?.sound.trouble !== sound.trouble
    if (isNewSound) log(`Broadcast ${liveId}: a sound is not heard, or not at its volume: ${sound.trouble}.`)
  }
}

async function verify(
  world: World,
  report: EngineReport,
  keys: ReadonlyMap<string, string>,
  destinationId: string,
  clock: Clock,
): Promise<string | null> {
  const server = find(world.destinations, destinationId)?.server
  const sent = report.targets.find((one) => one.destinationId === destinationId)
  if (!server || sent?.state === 'LIVE') return null
  if (!keys.has(destinationId)) return 'AUTH_ERROR: the stream key is not known. Enter it again.'
  const address = readRtmpAddress(server.url)
  if (typeof address === 'string') return `CONNECTION_ERROR: ${address}`
  // Loaded when first needed: a studio that only rehearses contacts nobody.
  const { publish } = await import('../engine/rtmp/publisher.ts')
  return new Promise((resolve) => {
    const publisher = publish(address, null, clock, {
      onReady() {
        publisher.close()
        resolve(null)
      },
      onEnd: ({ error, message }) => resolve(`${error}: ${message}`),
      onProgress() {},
    })
  })
}
