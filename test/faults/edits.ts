import { faultsOf } from './fault.ts'

/** Edits of several requests, and what became of those whose answer was lost. */
export const edits = faultsOf(`
playlists: take pages of two lists for one
  electron/core/query/wholePlaylist.ts, seen by test/core/playlists.test.ts
  - const isSame = again.total === total && idsOf(again.files) === idsOf(read.files)
  + const isSame = again.total === total
playlists: write over a list that was not read whole
  electron/core/commands/composed/playlists.ts, seen by test/core/playlists.test.ts
  - if (!read.whole)
  + if (!read)
playlists: let an item stand twice that both moved
  electron/core/commands/composed/merge.ts, seen by test/playlist/merge.test.ts test/core/playlists.test.ts
  -     ...pulledApart(seen, own, there, merged).map((one) => ({ mine: files(one.mine), theirs: files(one.theirs) })),
playlists: lose what can be undone with a write that never arrived
  electron/core/commands/composed/playlists.ts, seen by test/core/playlists.test.ts
  - earlier: undoOf(undos.of(key), there.files, before),
  + earlier: null,
playlists: take a write that changed nothing for one that can be undone
  electron/core/commands/composed/playlists.ts, seen by test/sim/sim.test.ts
  - isAsWritten(now, one.after) && isChange(one))
  + isAsWritten(now, one.after))
playlists: say nothing of what a delayed save replaced
  electron/core/query/lostEdits.ts, seen by test/sim/sim.test.ts
  - if (isOthers) recorder
  + if (isOthers && place === null) recorder
playlists: write over what may still arrive
  electron/core/commands/composed/playlists.ts, seen by test/core/playlists.test.ts
  - if (isComing) throw
  + if (isComing && projectId === '') throw
playlists: tell items apart by their files alone
  electron/core/commands/composed/merge.ts, seen by test/playlist/merge.test.ts
  - const own = identified(mine, base, new Map([...keysById(now, there), ...byId]))
  + const own = identified(mine, base, new Map())
playlists: undo over what another hand wrote
  electron/core/commands/composed/playlists.ts, seen by test/core/playlists.test.ts
  - [kept, kept?.earlier].find((one) => one && isAsWritten(now, one.after) && isChange(one))
  + kept
moves: cancel the dates of another hand
  electron/core/workflows/moveSteps.ts, seen by test/sim/sim.test.ts
  -   [isMoved, moved],
  -   [isForeign, () => between(SCHEDULE_WORDS.otherHand)],
  +   [isMoved, moved],
workflows: send again what may still arrive
  electron/core/workflows/engine.ts, seen by test/core/schedules.test.ts
  - const ms = isWatched ? untilNext(WATCH_AFTER_MS, now - context.runs.requests.lostSince(run.sent.id, now)) : null
  + const ms = null
moves: begin while the project is on air
  electron/core/workflows/moving.ts, seen by test/core/schedules.test.ts
  - if (isOnAir) throw refused(SCHEDULE_WORDS.isLive)
workflows: go on with what a person changed since
  electron/core/commands/handlers/edit.ts, seen by test/core/schedules.test.ts
  - const answered = sendSignal(signal, context, turn, change)
  + const answered = context.serialQueue(turn, change)
workflows: keep everybody waiting for what was lost
  electron/core/workflows/engine.ts, seen by test/core/schedules.test.ts
  - await pause(at, ms, () => !context.runs.requests.mayArrive(id))
  + await queueChange(at.context, run.projectId, { what: null }, () => pause(at, ms))
workflows: take no wish of a person for newer where the disk is full
  electron/core/workflows/signals.ts, seen by test/sim/sim.test.ts
  - return next === undefined ? [] : [runs.supersede(run, next, next === null || countsIfLost(next))]
  + if (next !== undefined) void (next ? runs.begin(next) : runs.end(run)).catch(() => {})
  + return []
workflows: forget what a newer wish met before it is known to be done
  electron/core/workflows/runs.ts, seen by test/sim/wishes.test.ts
  - await files.mark(before).catch(() => {})
  + await files.remove(before.id).catch(() => {})
workflows: let a wish that is not decided count after a kill
  electron/core/workflows/runs.ts, seen by test/sim/wishesOnDisk.test.ts
  - provisional.has(run.id) ? run : before
  + before
playlists: wait for budget within the turn of the project
  electron/core/commands/composed/playlists.ts, seen by test/sim/wishOrder.test.ts
  - const options = { recheck: sent, until, deadlineMs: IN_TURN_MS }
  + const options = { recheck: sent, until }
workflows: let a plan count whose wish was lost, and name the old dates nowhere
  electron/core/workflows/moveSchedule.ts, seen by test/sim/wishOrder.test.ts
  - countsIfLost: ({ way }) => way !== 'left'
  + countsIfLost: () => true
workflows: forget on disk what was found to be done
  electron/core/workflows/engine.ts, seen by test/sim/wishesOnDisk.test.ts
  - await Promise.race([keepIfTaken(at, {}), sleep(at.context.clock, DISK_PATIENCE_MS)])
moves: put back by a later move what a person cancelled
  electron/core/workflows/moving.ts, seen by test/sim/wishOrder.test.ts
  - isOurs && isWanted(left.data) && isHalfDone
  + isOurs && isHalfDone
workflows: write a run down while the file of the one before is being removed
  electron/core/workflows/runs.ts, seen by test/sim/wishesOnDisk.test.ts
  - await files.write(put(run, before), ending && Promise.race([ending, patience]))
  + await files.write(put(run, before))
workflows: send what waited for its turn or for budget without another look
  electron/core/workflows/engine.ts, seen by test/sim/wishes.test.ts
  - if (isOld() || isMet
  + if (isMet
workflows: begin an edit beside a wish about the same thing that is on its way
  electron/core/workflows/moving.ts, seen by test/sim/wishOrder.test.ts
  - if (context.runs.signals.of(subjectOf(subject))) return
  + if (!context) return
workflows: begin an edit although a later wish was made
  electron/core/workflows/signals.ts, seen by test/sim/wishOrder.test.ts
  - return sequence.isSuperseded(subject, invocation.number)
  + return false
workflows: keep the show waiting for the disk
  electron/core/workflows/signals.ts, seen by test/sim/sim.test.ts
  - if (wait.length === 0) return
  + await Promise.all(wait)
  + if (wait) return
workflows: go on although a newer wish came
  electron/core/workflows/engine.ts, seen by test/sim/sim.test.ts
  - if (!runs.isCurrent(at.run)) {
  + if (!at.run) {
workflows: drop a move for a wish that was refused
  electron/core/workflows/signals.ts, seen by test/core/schedules.test.ts
  - stands again for the next in the queue, which knows of its loss.
  -       settle(isLost(error) ? 'lost' : 'refused')
  + stands again for the next in the queue, which knows of its loss.
  +       settle('done')
workflows: take up again nothing that was left half-way
  electron/core/workflows/resume.ts, seen by test/sim/sim.test.ts
  - for (const run of left) if (isDue(run, isLocked)) void
  + for (const run of left) if (stopped) void
moves: take dates away that are not known whole
  electron/core/workflows/dates.ts, seen by test/core/schedules.test.ts
  - if (problem !== undefined) throw
  + if (problem === '') throw
moves: cancel dates while the project is on air
  electron/core/workflows/moveSteps.ts, seen by test/sim/sim.test.ts
  - !runs && cancels < MOST_SENT
  + cancels < MOST_SENT
moves: take away an old date that stands, to put it back
  electron/core/workflows/moveSteps.ts, seen by test/sim/sim.test.ts
  - [(at) => !isOld(at) && isCancellable(at) && stillAllowed
  + [(at) => isCancellable(at) && stillAllowed
moves: put back what another hand cancelled
  electron/core/workflows/moveSchedule.ts, seen by test/sim/sim.test.ts
  - taken: scheduled.length > 0
  + taken: false
moves: say nothing of what a delayed cancel took from another hand
  electron/core/workflows/engine.ts, seen by test/sim/sim.test.ts
  -     if (activity.beforeArrival) await keepIfTaken(at, { data: activity.beforeArrival(run.data, seen) })
quiet edits: make in a later broadcast what was asked for in this one
  electron/core/workflows/quietSteps.ts, seen by test/sim/sim.test.ts
  - isOver: liveId !== data.liveId
  + isOver: false
quiet edits: take for made what nobody knows of
  electron/core/workflows/quietEdit.ts, seen by test/sim/sim.test.ts
  - ({ ...data, why: QUIET_WORDS.notKnown, mayBeMade: true })
  + ({ ...data, edits: data.edits.slice(1), made: data.made + 1 })
quiet edits: believe that auto-sync is off because the service answered
  electron/core/workflows/air.ts, seen by test/sim/sim.test.ts
  - (await switchAutoSync(projectId, on, context)) !== on
  + (await switchAutoSync(projectId, on, context)) === null
quiet edits: go on although a person switched auto-sync
  electron/core/workflows/quietEdit.ts, seen by test/sim/sim.test.ts
  - operation === 'updateProject' && 'autoSync' in input
  + operation === ''
quiet edits: forget that a switch of ours may still arrive
  electron/core/workflows/quietEdit.ts, seen by test/sim/sim.test.ts
  - return { ...data, ...hidden, why: null, byHand, mayArrive, isChanged, confirmed: null }
  + return null
imports: send again what may have arrived
  electron/core/imports/step.ts, seen by test/core/importQueue.test.ts
  - await set(id, { state: 'notKnown', error: IMPORT_WORDS.notKnown })
  + await set(id, { state: 'waiting', error: null })
imports: send two at a time
  electron/core/imports/step.ts, seen by test/core/importQueue.test.ts
  - return (await follow(running)) ? 0 : pace()
  + await follow(running)
imports: wait for ever for a file that was deleted
  electron/core/imports/finding.ts, seen by test/core/importQueue.test.ts
  - read.code === 'FILE_NOT_FOUND'
  + read.code === 'NOT_FOUND'
imports: queue a link twice
  electron/core/commands/composed/imports.ts, seen by test/core/importQueue.test.ts
  - .filter((url) => !isOpen(url))
edits: hold up the show while they wait for budget
  electron/core/commands/handlers/edits.ts, seen by test/core/heldEdits.test.ts
  - const IN_TURN_MS = 50
  + const IN_TURN_MS = 61_000
edits: send one that was cancelled while it waited
  electron/core/commands/heldEdits.ts, seen by test/core/heldEdits.test.ts
  - one?.over.abort(cancelled())
  + void cancelled
edits: send what an ended phone left waiting
  electron/core/commands/heldEdits.ts, seen by test/core/heldEdits.test.ts
  - if (by && !isPaired(by)) over.abort(cancelled())
  + void [by, over, isPaired]
lost edits: read the list for each of several
  electron/core/query/looks.ts, seen by test/core/heldEdits.test.ts
  - const APART_MS = 5_000
  + const APART_MS = 0
lost edits: take what another edit of ours made
  electron/core/query/resultOfLost.ts, seen by test/core/doors.test.ts
  - fitting.filter((item) => !isOurs(keyOf(item)))
  + fitting
lost edits: look for a playlist among the layer's own fields
  electron/core/query/lostEdits.ts, seen by test/core/playlists.test.ts test/core/lostEdits.test.ts
  - return whole ? files : null
  + return whole ? [] : files
lost edits: show them for ever
  electron/core/query/lostEdits.ts, seen by test/core/doors.test.ts
  - clock.after(SETTLED_LIFE_MS, () => dismissLost(id, store))
`)
