import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Report, reportOf } from '../../../shared/report/report.ts'
import type { ReportLine } from '../../../shared/report/times.ts'
import { isRunning } from '../../../shared/state.ts'
import { olderFile } from '../../util/rotatingFile.ts'
import { singleFlight } from '../../util/singleFlight.ts'
import type { Store } from '../state/store.ts'
import { inOneRow, JOURNAL_FILES } from './journal.ts'
import { lineOf } from './line.ts'

/** Makes show reports from the whole journal, including the older files. Rejects if it cannot be read. */
export function createReporting(
  dataDir: string,
  now: () => number,
  store: Pick<Store, 'get'>,
  /** The id under which the service in use is stored. */
  serviceId: () => string,
) {
  const read = singleFlight(() => readJournal(dataDir))
  const runs = (projectId: string, service: string | undefined) =>
    service === serviceId() && isRunning(store.get().projects[projectId]?.live ?? null)

  return async function report(show: string | null): Promise<Report> {
    return reportOf(await read(), show, now(), runs)
  }
}

async function readJournal(dataDir: string): Promise<ReportLine[]> {
  const show = await readStory(join(dataDir, JOURNAL_FILES.show))
  return inOneRow(show, await readStory(join(dataDir, JOURNAL_FILES.local)))
}

/** A command's `sent` and `ended` lines form one line, at the place where it was sent. */
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

/** Reads in pieces, so that a running show is not blocked. A journal that does not exist yet is empty. */
async function* textLines(file: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
