import { DEMO_FILES, type DemoFile } from '../../rules/demo/demoLibrary.ts'
import type { Moment } from '../../rules/world/world.ts'
import type { Catalogue } from './catalogue.ts'
import type { MediaDocument } from './document.ts'

/**
 * Adds the demo's files and folders to a catalogue. Those that exist already, from a first attempt or from before the
 * documents were lost, are left unchanged.
 */
export function addDemoFiles(catalogue: Catalogue, { now, newId }: Moment): void {
  catalogue.together(() => {
    const folderIds = new Map<string, string>()
    for (const [nth, file] of DEMO_FILES.entries()) {
      if (catalogue.find(file.id)) continue
      const createdAt = now - (DEMO_FILES.length - nth) * 3_600_000
      if (file.folder !== null && !folderIds.has(file.folder)) {
        const folder = { id: newId(), name: file.folder, type: file.type, createdAt }
        folderIds.set(file.folder, folder.id)
        catalogue.addFolder(folder)
      }
      catalogue.add(documentOf(file, folderIds.get(file.folder ?? '') ?? null, createdAt))
    }
  })
}

const MBIT = { video: 4.5, audio: 0.192, image: 8 }

function documentOf(file: DemoFile, folderId: string | null, createdAt: number): MediaDocument {
  const { id, name, type, durationSec, errors } = file
  const isVideo = type === 'video'
  const bitrateMbps = type === 'image' ? null : MBIT[type]
  return {
    ...{ id, name, type, folderId, createdAt, status: 'completed', error: null, source: null, linkedPath: null },
    metadata: {
      resolution: type === 'audio' ? null : '1920x1080',
      frameRate: isVideo ? 30 : null,
      bitrateMbps,
      durationSec,
      sizeBytes: Math.round((MBIT[type] * 1e6 * (durationSec ?? 1)) / 8),
      videoCodec: isVideo ? (errors.length > 0 ? 'hevc' : 'h264') : null,
      audioCodec: isVideo ? 'aac' : type === 'audio' ? 'mp3' : null,
      loudnessLufs: null,
    },
    issues: { errors: [...errors], warnings: [] },
    encodeOrder: null,
    ...{ encodeError: null, made: null, original: null, isLoudnessAwaited: false },
  }
}
