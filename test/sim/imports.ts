/** The import queue under test: two links, one after the other, while another client imports as well. */
import { ServiceError } from '../../shared/failures.ts'
import type { Stage, Trial } from './history.ts'
import { asked, says } from './world.ts'

const SECOND = 1_000
const TAKES_MS = 25 * SECOND
const LINKS = ['one', 'two'].map((name) => `https://example.com/${name}.mp4`)
const queued = { links: LINKS, type: 'video' }

interface Imported {
  id: string
  name: string
  by: 'us' | 'other'
  doneAt: number
}

let files: Imported[] = []
/** The service has forgotten all imports. */
let isForgotten = false
/** Links that the user had sent again. */
let again = 0

const entries = (on: Stage) => on.process().imports()
const isEnded = ({ state }: { state: string }) => ['done', 'failed', 'notKnown'].includes(state)
const nameOf = (url: string) => url.split('/').at(-1) ?? ''

function take({ world, clock }: Pick<Stage, 'world' | 'clock'>, name: string, by: Imported['by']): Imported {
  const file = { id: world.id('file'), name, by, doneAt: clock.monotonic() + TAKES_MS }
  files = [file, ...files]
  return file
}

export const imports: Trial = {
  name: 'importFiles',
  most: { requests: 7, writes: 9 },
  otherHand: { acts: ['otherHandImports'], before: 'listFiles' },
  acts: {
    otherHandImports: (on) => void take(on, 'other.mp4', 'other'),
    otherHandDeletes() {
      files = files.slice(1)
    },
    serviceForgets() {
      isForgotten = true
    },
    personQueuesAgain: (on) => on.press('importFiles', queued),
    personTriesAgain(on) {
      on.later(90 * SECOND, () => {
        for (const { id, state } of entries(on)) {
          if (!isEnded({ state }) || state === 'done') continue
          again += 1
          on.press('retryImport', { importId: id })
        }
      })
    },
    personRemoves: (on) => on.press('removeImport', { importId: entries(on).at(-1)?.id }),
    profileSwitched(on) {
      on.process().switchTo('b')
      on.later(60 * SECOND, () => on.process().switchTo('a'))
    },
    clockJumps: ({ clock }) => clock.jump(900 * SECOND),
    clockJumpsBack: ({ clock }) => clock.jump(-3_600 * SECOND),
    killed: (on) => on.kill(),
  },
  prepare({ world, clock }) {
    files = []
    isForgotten = false
    again = 0
    const stateOf = ({ doneAt }: Imported) => (doneAt <= clock.monotonic() ? 'completed' : 'importing')
    const told = (file: Imported) => ({ fileId: file.id, status: stateOf(file), progress: 50, error: null })
    const shown = (file: Imported) => {
      const errors = stateOf(file) === 'completed' ? [] : ['import_in_progress']
      return { id: file.id, name: file.name, type: 'video', folderId: null, issues: { errors, warnings: [] } }
    }
    const find = (operation: string, { fileId = '' }: Record<string, string>) => {
      const file = files.find(({ id }) => id === fileId)
      if (!file) throw missing(operation, 'FILE_NOT_FOUND')
      return file
    }
    Object.assign(world.operations, {
      listFiles: () => ({ files: files.map(shown), total: files.length, offset: 0 }),
      getFile: (params: Record<string, string>) => shown(find('getFile', params)),
      getImport(params: Record<string, string>) {
        if (isForgotten) throw missing('getImport', 'IMPORT_NOT_FOUND')
        return told(find('getImport', params))
      },
      importFile(_: object, { url }: { url: string }) {
        if (files.some((file) => stateOf(file) !== 'completed')) throw says('importFile', 'TRANSFER_IN_PROGRESS', 409)
        return told(take({ world, clock }, nameOf(url), 'us'))
      },
    })
  },
  begin: (on) => on.press('importFiles', queued),
  isUnderWay: (on) => !entries(on).every(isEnded),
  broken(on) {
    const { otherWire, faults, history, wire } = on
    const problems: string[] = []
    const wrong = (what: string) => problems.push(what)
    // A full disk stops the queue, which counts as a fault of the computer.
    if (faults.length > 0 && history.disk?.fate !== 'full')
      wrong(`a fault of our own: ${faults.map((one) => (one as Error).stack ?? one).join()}`)
    if (otherWire.log.some(({ operation }) => operation === 'importFile')) wrong('another service was written to')
    const did = (act: string) => on.acts.some((one) => one.act === act)
    const sent = wire.log.filter(({ operation, ok }) => operation === 'importFile' && ok)
    const most = LINKS.length + again + (did('personQueuesAgain') ? LINKS.length : 0)
    for (const url of LINKS) {
      const count = sent.filter(({ body }) => (body as { url: string }).url === url).length
      if (count > 1 && sent.length > most) wrong(`${url} was imported ${count} times`)
      if (count > 1 && again === 0 && !did('personQueuesAgain')) wrong(`${url} was imported ${count} times`)
    }
    for (const { name, state, fileId, error } of entries(on)) {
      const file = files.find(({ id }) => id === fileId)
      if (file?.by === 'other') wrong(`the file of another hand was taken for ${name}`)
      if (!isEnded({ state })) wrong(`the queue stands still: ${name} is ${state}`)
      if (state === 'done' && file?.by !== 'us' && !did('otherHandDeletes'))
        wrong(`told as imported, and it is not there: ${name}`)
      if (state !== 'done' && isEnded({ state }) && !error) wrong(`nobody is told why ${name} was not imported`)
    }
    const isPlain = history.faults.length === 0 && !history.act && !history.disk
    if (isPlain && entries(on).filter(({ state }) => state === 'done').length !== LINKS.length)
      wrong('nothing befell it, and it was not imported')
    return problems
  },
}

const missing = (operation: string, code: string) =>
  new ServiceError({ ...asked(operation), kind: 'notFound', status: 404, code, detail: code, mayHaveHappened: false })
