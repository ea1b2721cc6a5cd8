import { faultsOf } from './fault.ts'

/** A rehearsal that plays, schedules or foretells otherwise than it says. */
export const studio = faultsOf(`
studio: go through every round of a ring after days away
  electron/studio/rules/broadcasts/chains.ts, seen by test/studio/chains.test.ts
  - shiftPlaying(live, rounds * ringMs)
studio: begin the next broadcast where chains have led
  electron/studio/rules/broadcasts/lives.ts, seen by test/contract/servers/studio.test.ts
  - setActive(show, live.chosenSceneId)
studio: begin dates early for as long as something runs after the clock was wrong
  electron/studio/core.ts, seen by test/studio/time.test.ts
  - if (isTimed && by <= 0 && by > -SET_BACK_MS) return 0
  + if (isTimed && by <= 0) return 0
studio: make what runs end early when a clock that was set back is right again
  electron/studio/core.ts, seen by test/studio/time.test.ts
  - Math.round(Math.min(by, setBack))
  + Math.round(Math.min(by, 0))
studio: lose the scene on air for the project once one was deleted
  electron/studio/rules/broadcasts/chains.ts, seen by test/contract/servers/studio.test.ts
  - const follows = !live.isChoiceWaiting &&
  + const follows = wasThere && !live.isChoiceWaiting &&
studio: bring another scene on air with the first edit of a date
  electron/studio/rules/broadcasts/lives.ts, seen by test/contract/servers/studio.test.ts
  - setActive(project.show, onAir.activeSceneId)
studio: catch up with all broadcasts at once
  electron/studio/rules/broadcasts/lifecycle.ts, seen by test/studio/chains.test.ts
  - if (done >= most) break
studio: start a show whose files are gone
  electron/studio/rules/broadcasts/lives.ts, seen by test/studio/files/imports.test.ts
  - if (gone.length > 0) throw filesGone(projectIn(world, projectId).show, gone)
studio: skip the rounds that hold the latest plays
  electron/studio/rules/broadcasts/chains.ts, seen by test/studio/chains.test.ts
  - const kept = Math.min(rounds, Math.ceil(most / count))
  + const kept = 0
studio: list the latest plays of a ring anew for each date of another project
  electron/studio/rules/broadcasts/timeline.ts, seen by test/studio/chains.test.ts
  - Math.min(now, nextOfScenario(world) - 1)
  + Math.min(now, nextOfScenario(world) - 1, nextOfSchedules(world) - 1)
studio: take one that catches up with days for one that hangs
  electron/studio/address.ts, seen by test/studio/attach.test.ts
  - if (now !== seen) end = clock.monotonic() + patienceMs
studio: lose the rows behind a damaged page
  electron/studio/storage/pages.ts, seen by test/studio/damage.test.ts
  - includes(kind)) continue
  + includes(kind)) return
studio: forget the scene a person chose once a date has a scene of its own
  electron/studio/rules/broadcasts/lives.ts, seen by test/studio/schedules.test.ts
  - const chosenSceneId = project.show.activeSceneId
  + const chosenSceneId = onAir.activeSceneId
studio: hide what was played after the clock was set back
  electron/studio/rules/broadcasts/played.ts, seen by test/studio/time.test.ts
  - order ?? startedAt
  + startedAt
studio: log what nobody saw of a file that is shorter now
  electron/studio/rules/broadcasts/playing.ts, seen by test/studio/playing.test.ts
  - const isPast = isThere && startedAt + lengthOf(order[place] as Item) <= at
  + const isPast = false
studio: give up a resumed import at once
  electron/studio/files/importing/bringIn.ts, seen by test/studio/files/imports.test.ts
  - if (!isForNow(error) || clock.monotonic() >= giveUpAt) throw error
  + throw error
studio: start what would be over by now
  electron/studio/rules/broadcasts/schedules.ts, seen by test/studio/schedules.test.ts
  - if (seconds !== null && run.at + seconds * 1_000 <= now) throw new Refusal('CONFLICT', MISSED)
studio: call the run in step when the date that waits is not
  electron/studio/views/project.ts, seen by test/studio/schedules.test.ts
  - (live?.unsyncedEdits ?? 0) > 0 || (next !== undefined && !looksSame(next, showToStart(world, project)))
  + (live?.unsyncedEdits ?? 0) > 0
studio: write every scene of a show with each switch
  electron/studio/storage/storage.ts, seen by test/studio/growth.test.ts
  - if (scenes !== null && scenes === showIn(before)?.scenes) return [head]
studio: keep in memory all that was ever played
  electron/studio/storage/plays.ts, seen by test/studio/growth.test.ts
  - if (taken.length === 0) return { world, plays: [] }
  + return { world, plays: [] }
studio: keep on disk all that was ever played
  electron/studio/storage/plays.ts, seen by test/studio/growth.test.ts
  - if (plays.length > 0) forget.run()
guard: let a link or an agent rehearse
  electron/core/commands/guard.ts, seen by test/core/guard.test.ts
  - source === 'cli' && mayBeTyped(command.type)
  + mayBeTyped(command.type)
timeline: foretell a list from its beginning, whatever it plays now
  shared/timeline/whatPlays.ts, seen by test/studio/forecast.test.ts
  - const inOrder = known !== null && !shuffle
  + const inOrder = false
timeline: foretell a list that the service does not play
  shared/timeline/whatPlays.ts, seen by test/studio/forecast.test.ts
  - if (onAir && !now) return undefined
timeline: call a scene dead air that was not read
  electron/core/query/forecast.ts, seen by test/core/forecast.test.ts
  - predicted.end?.why === 'deadAir' && !whole.has(predicted.end.sceneId)
  + false
timeline: let the last of several chains lead on
  shared/timeline/lists.ts, seen by test/timeline/whatPlays.test.ts
  - .sort((one, other) => one.endsAt - other.endsAt)
  + .sort((one, other) => other.endsAt - one.endsAt)
studio: jump to another file when a list is written that goes on
  electron/studio/rules/broadcasts/playing.ts, seen by test/contract/servers/studio.test.ts
  - if (wasWritten && play) return continuePlay(world, live, before, layer, run, play, at)
studio: let a switch wait that has reached the air
  electron/studio/rules/projects/scenes.ts, seen by test/contract/servers/studio.test.ts
  - live.unsyncedEdits = waiting
studio: lead on to a scene that is gone
  electron/studio/rules/projects/scenes.ts, seen by test/contract/servers/studio.test.ts
  - cleared.push(...clearChains(show, sceneId))
studio: lose what it does not know of an item
  electron/studio/rules/projects/items.ts, seen by test/contract/servers/studio.test.ts
  - { ...carried, playlistItemId
  + { fileId: file.fileId, playlistItemId
studio: let edits reach every date
  electron/studio/rules/broadcasts/schedules.ts, seen by test/contract/servers/studio.test.ts
  - if (schedule.runs[0]?.liveId === liveId) schedule.nextShow = null
studio: give the first page of a list whichever is asked for
  electron/studio/views/layer.ts, seen by test/contract/servers/studio.test.ts
  - const from = isPaged ? offset : 0
  + const from = 0
`)
