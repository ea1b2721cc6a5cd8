import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Report, reportOf } from '../../../shared/report/report.ts'
import type { ReportLine } from '../../../shared/report/times.ts'
import { isRunning } from '../../../shared/state.ts'
import { olderFile } from '../../util/rotatingFile.ts'
import type { Store } from '../state/store.ts'
import { inOneRow, JOURNAL_FILES } from './journal.ts'
import { lineOf } from './line.ts'

/** Makes show reports of the whole journal, the older file included. Rejects when it cannot be read. */
export function createReporting(
  dataDir: string,
  now: () => number,
  store: Pick<Store, 'get'>,
  /** Under which the service in use is known. */
  serviceId: () => string,
) {
  /** Whoever asks while the files are being read gets what that reading finds. */
  let reading: Promise<ReportLine[]> | null = null

  const runs = (projectId: string, service: string | undefined) =>
    service === serviceId() && isRunning(store.get().projects[projectId]?.live ?? null)

  return async function report(show: string | null): Promise<Report> {
    reading ??= readJournal(dataDir).finally(() => {
      reading = null
    })
    return reportOf(await reading, show, now(), runs)
  }
}

async function readJournal(dataDir: string): Promise<ReportLine[]> {
  const show = await readStory(join(dataDir, JOURNAL_FILES.show))
  return inOneRow(show, await readStory(join(dataDir, JOURNAL_FILES.local)))
}

/** A command as it was sent and as it ended are one; they stand where it was sent. */
async function readStory(path: string): Promise<ReportLine[]> {
  const lines = new Map<string, ReportLine>()
  for (const file of [olderFile(path, 1), path]) {
    for await (const text of textLines(file)) {
      const parsed = lineOf(text)
      if (!parsed) continue
      const { line: _, air: __, ...line } = parsed
      lines.set(line.id, line)
    }
  }
  return [...lines.values()]
}

/** Piece by piece: a show goes on meanwhile. A journal that is not there yet tells nothing. */
async function* textLines(file: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
