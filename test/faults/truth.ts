import { faultsOf } from './fault.ts'

/** Saying what is not true: what is on air, and how fresh that is. */
export const truth = faultsOf(`
trust isActive for what's on air (gravest)
  electron/core/state/reducers.ts, seen by test/core/truth.test.ts
  - rememberActive(project, before)
  -   if (project.air.basis === 'lastSync') forgetAir(project)
  + project.air = { sceneId: after, basis: 'lastSync', at: now }
claim the air for a switch that was not confirmed (gravest)
  electron/core/state/reducers.ts, seen by test/core/truth.test.ts
  - if (answer.synced === true && project.openEdits === 0)
  + if (answer.synced !== false)
claim the scene of a start while scenes were switched under it (gravest)
  electron/core/state/reducers.ts, seen by test/core/truth.test.ts
  - if (activeScene(project)?.id === sceneId) applySynced
  + if (project.id) applySynced
claim the old scene after another hand synced (gravest)
  electron/core/state/reducers.ts, seen by test/core/truth.test.ts
  - if (project.unsynced.some && project.air.basis === 'lastSync') forgetAir(project)
believe a reading that began before the last write (gravest)
  electron/core/polling/topics.ts, seen by test/core/truth.test.ts
  - if (!isCurrent('air')) return false
claim what a sync carried while another that got lost may still arrive (gravest)
  electron/core/state/reducers.ts, seen by test/core/chaos.test.ts
  - openEdits === 0 && scenesReadAt !== null
  + scenesReadAt !== null
throw a reading away for every press
  electron/core/polling/topics.ts, seen by test/core/chaos.test.ts
  - if (!isCurrent('air')) return false
  + if (!isCurrent('air', 'edit')) return false
count freshness by the wall clock alone
  electron/core/polling/freshness.ts, seen by test/core/chaos.test.ts
  -       draft.stale = true
  -       if (draft.live)
  +       if (draft.live)
shows: claim the scene before a switch that auto-sync may have carried
  electron/core/state/reducers.ts, seen by test/core/truth.test.ts
  - function forgetReach(project: ProjectState): void {
  -   forgetAir(project)
  + function forgetReach(project: ProjectState): void {
shows: forget an edit that waits when the active scene moves
  electron/core/state/reducers.ts, seen by test/core/truth.test.ts
  - some: project.unsynced.some === true ? true : null
  + some: null
shows: claim what a sync carried though nothing was read since
  electron/core/state/reducers.ts, seen by test/core/truth.test.ts
  -     forgetUnreadAir(project)
windows: believe after sleep what was read before
  electron/core/polling/poller.ts, seen by test/shell/power.test.ts
  -     freshness.distrust(projectId)
panel: keep the lamp red without a core
  renderer/store/tally.ts, seen by test/renderer/link.test.ts
  - if (link === 'lost' && state) return 'stale'
panel: take the active scene for the one on air
  shared/view/marks.ts, seen by test/renderer/tally.test.ts test/renderer/view.test.ts
  - if (sceneId === scene.id)
  + if (scene.isActive)
hotkeys: call a switch on air that is not
  electron/shell/hotkeys/toasts.ts, seen by test/shell/hotkeys.test.ts
  - notOnAir: { title
  + notOnAir: { tone: 'onAir', title
cli: say "nothing is on air" from an old reading
  electron/cli/show.ts, seen by test/cli/show.test.ts
  - (meant.reason !== 'notLive' && meant.reason !== 'notKnown')
  + meant.reason
journal: tell the scene that was switched to as on air
  electron/core/journal/recorder.ts, seen by test/report/handout.test.ts
  - find(({ id }) => id === air.sceneId)
  + find(({ isActive }) => isActive)
take a flag that our own edit set for one of a later date
  electron/core/state/reducers.ts, seen by test/core/unsyncedChanges.test.ts
  - 0) > 0 && !(wasClear && settings?.autoSync === false)
  + 0) > 0
`)
