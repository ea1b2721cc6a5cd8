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
  -     ...pulledApart(base, mine, now, merged),
playlists: lose what can be undone with a lost answer
  electron/core/commands/composed/playlists.ts, seen by test/core/playlists.test.ts
  - if (isLost(error)) takeUpLost
  + await (await keeping)?.()
  +       if (isLost(error)) takeUpLost
playlists: undo over what another hand wrote
  electron/core/commands/composed/playlists.ts, seen by test/core/playlists.test.ts
  - if (!isAsWritten(now, kept.after)) throw
  + if (now.length !== kept.after.length) throw
moves: cancel the dates of another hand
  electron/core/workflows/moveSchedule.ts, seen by test/core/schedules.test.ts
  -   [isMoved, moved],
  -   [isForeign, () => between(SCHEDULE_WORDS.otherHand)],
  +   [isMoved, moved],
workflows: send again what may still arrive
  electron/core/workflows/engine.ts, seen by test/core/schedules.test.ts
  - const ms = activity.isDone ? untilNextLook(at) : null
  + const ms = null
moves: begin while the project is on air
  electron/core/workflows/moving.ts, seen by test/core/schedules.test.ts
  - if (isOnAir) throw refused(SCHEDULE_WORDS.isLive)
workflows: go on with what a person changed since
  electron/core/commands/handlers/edit.ts, seen by test/core/schedules.test.ts
  - superseding({ operation, input }, context, () => send(context, operation, call, options))
  + send(context, operation, call, options)
workflows: keep everybody waiting for what was lost
  electron/core/workflows/engine.ts, seen by test/core/schedules.test.ts
  - await pause(at, ms)
  + await inTurn(at.context, run.projectId, { what: null }, () => pause(at, ms))
imports: send again what may have arrived
  electron/core/imports/step.ts, seen by test/core/importQueue.test.ts
  - await set(id, { state: 'notKnown', error: IMPORT_WORDS.notKnown })
  + await set(id, { state: 'waiting', error: null })
imports: send two at a time
  electron/core/imports/step.ts, seen by test/core/importQueue.test.ts
  - if (running) return pace(running)
imports: wait for ever for a file that was deleted
  electron/core/imports/step.ts, seen by test/core/importQueue.test.ts
  - read.code === 'FILE_NOT_FOUND'
  + read.code === 'NOT_FOUND'
imports: queue a link twice
  electron/core/commands/composed/imports.ts, seen by test/core/importQueue.test.ts
  - .filter((url) => !isOpen(url))
edits: hold up the show while they wait for budget
  electron/core/commands/handlers/edit.ts, seen by test/core/heldEdits.test.ts
  - const IN_TURN_MS = 1_000
  + const IN_TURN_MS = 61_000
edits: send one that was cancelled while it waited
  electron/core/commands/heldEdits.ts, seen by test/core/heldEdits.test.ts
  - one?.over.abort(new Refused({ reason: 'edit', message: HELD_WORDS.cancelled }))
  + void new Refused({ reason: 'edit', message: HELD_WORDS.cancelled })
lost edits: read the list for each of several
  electron/core/query/looks.ts, seen by test/core/heldEdits.test.ts
  - const APART_MS = 5_000
  + const APART_MS = 0
lost edits: take what another edit of ours made
  electron/core/query/whatCame.ts, seen by test/core/doors.test.ts
  - fitting.filter((item) => !isOurs(keyOf(item)))
  + fitting
lost edits: look for a playlist among the layer's own fields
  electron/core/query/lostEdits.ts, seen by test/core/playlists.test.ts test/core/lostEdits.test.ts
  - return whole ? files : null
  + return whole ? [] : files
lost edits: show them for ever
  electron/core/query/lostEdits.ts, seen by test/core/doors.test.ts
  - clock.after(SETTLED_LIFE_MS, () => putAway(id, store))
`)
