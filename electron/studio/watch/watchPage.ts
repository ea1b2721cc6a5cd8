/** The watch page's side of the studio: the broadcasts that the engine sends to it, and their viewers. */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../shared/util/clock.ts'
import { watchAddress } from '../engine/watch/watchLink.ts'
import type { Frame } from '../files/encoding/playCopy.ts'
import { Channel } from './channel.ts'
import { startIntake } from './intake.ts'
import type { Outlet } from './viewer.ts'

/** Where the page is, on the studio's own port: followed by the id of a project. */
export const WATCH_PATH = '/watch'

/** Viewers of all broadcasts together, and as many previews: it is a page on this machine, no platform. */
export const MOST_VIEWERS = 20

export type WatchPage = Awaited<ReturnType<typeof openWatchPage>>

/** Told who comes and goes. */
export interface Turnstile {
  /** @param isAgain it says that it has watched this broadcast before: that is the same view */
  joined(liveId: string, isAgain: boolean): void
  left(liveId: string): void
}

/** `again`: has watched this broadcast before. `crew`: a preview in the panel, which is not one of the audience. */
export type Viewer = 'new' | 'again' | 'crew'

const kindOf = (as: Viewer) => (as === 'crew' ? 'crew' : 'audience')

export async function openWatchPage(clock: Clock, turnstile: Turnstile) {
  const channels = new Map<string, Channel>()
  const counts = { audience: 0, crew: 0 }
  const secret = randomBytes(32).toString('base64url')
  const intake = await startIntake({
    secret,
    clock,
    open(liveId) {
      const channel = channels.get(liveId) ?? new Channel(clock)
      channels.set(liveId, channel)
      const feed = channel.open()
      return {
        take: feed.take,
        end() {
          feed.end()
          if (!channel.isOpen) channels.delete(liveId)
        },
      }
    },
  })

  return {
    /** Where the engine sends a broadcast, and how it proves who it is. */
    target: (liveId: string, frame: Frame) => ({ url: watchAddress(intake.port, liveId, frame), key: secret }),
    /** Pictures of this broadcast arrive. */
    isRunning: (liveId: string) => channels.get(liveId)?.isRunning ?? false,
    /** Whether no more viewers are let in, or no more previews: these take no viewer's place. */
    isFull: (as: Viewer) => counts[kindOf(as)] >= MOST_VIEWERS,
    /** Sends a broadcast to a viewer until one of them ends. */
    join(liveId: string, outlet: Outlet, as: Viewer): void {
      const channel = channels.get(liveId)
      if (!channel?.isRunning) return void outlet.destroy()
      const kind = kindOf(as)
      counts[kind] += 1
      if (kind === 'audience') turnstile.joined(liveId, as === 'again')
      channel.join(outlet, () => {
        counts[kind] -= 1
        if (kind === 'audience') turnstile.left(liveId)
      })
    },
    async close(): Promise<void> {
      for (const channel of channels.values()) channel.close()
      await intake.close()
    },
  }
}
