import type { Operations } from '../../shared/contract/operations.ts'

type WithBody = {
  [Name in keyof Operations]: Operations[Name]['body'] extends null ? never : Name
}[keyof Operations]

/** A valid body for every operation that takes one. The compiler asks for those of new rows. */
export const BODIES: Readonly<Record<WithBody, unknown>> & Readonly<Partial<Record<keyof Operations, unknown>>> = {
  createProject: { name: 'New', duration: { manual: true } },
  updateProject: { title: 'New' },
  scheduleLive: { dates: ['2026-01-05T20:00:00Z'] },
  createScene: { name: 'New', setActive: true },
  updateScene: { name: 'New' },
  createSceneWithPlaylist: { sceneName: 'New', files: [] },
  addLayer: { type: 'video', settings: {} },
  updateLayer: {},
  setPlaylist: { files: [] },
  setPlayback: { action: 'start' },
  importFile: { url: 'https://example.com/a.mp4', type: 'video' },
  encodeFiles: { fileIds: ['f'] },
  renameFiles: { renames: [{ id: 'f', name: 'New' }] },
  verifyDestinations: { destinationIds: ['d'] },
}
