/** The picture of what the local studio has on air, from its watch page. */

import { STUDIO_PROFILE } from '../../shared/settings/profileIds.ts'
import { isWatchAddress } from '../../shared/view/destinations.ts'
import type { Core } from '../core/core.ts'
import type { OpenPreview } from '../remote/previews.ts'
import { get } from '../util/http.ts'

/** A studio that sends nothing for this long is gone, in ms: it sends five times a second. */
const SILENT_MS = 5_000

/**
 * Reads the same pictures as a viewer, from the address that the studio names, and is not counted as one. Only pictures
 * are passed on, whatever responds there.
 */
export const openPreview =
  ({ store }: Pick<Core, 'store'>): OpenPreview =>
  (projectId) =>
    new Promise((resolve) => {
      const { profileId, projects } = store.get()
      const destinations = projects[projectId]?.live?.destinations ?? []
      const page = destinations.find(({ provider }) => provider === 'local')?.viewingUrl ?? null
      if (profileId !== STUDIO_PROFILE || page === null || !isWatchAddress(page)) return resolve(null)
      const request = get(`${page}/video?preview`, { timeout: SILENT_MS }, (body) => {
        const type = body.headers['content-type'] ?? ''
        if (body.statusCode === 200 && type.startsWith('video/mp4')) return resolve({ type, body })
        body.destroy()
        resolve(null)
      })
      request.on('timeout', () => void request.destroy())
      request.on('error', () => resolve(null))
    })
