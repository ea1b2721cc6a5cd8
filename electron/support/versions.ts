import { arch, release } from 'node:os'

/** What runs here, for those who look for a fault. */
export interface Versions {
  readonly app: string
  readonly node: string
  readonly electron: string | null
  readonly platform: string
  readonly architecture: string
  readonly release: string
}

/** @param app the version of Cuelight */
export function versionsHere(app: string): Versions {
  const { node, electron } = process.versions
  return {
    app,
    node,
    electron: electron ?? null,
    platform: process.platform,
    architecture: arch(),
    release: release(),
  }
}
