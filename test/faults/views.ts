import { faultsOf } from './fault.ts'

/** Views composed of many reads, and what scripts receive. */
export const views = faultsOf(`
views: ask for the dates of every project there is
  electron/core/query/accountViews.ts, seen by test/core/views.test.ts
  - list.projects.filter(hasDates)
  + list.projects
views: ask for what is being read once more
  electron/core/query/parts.ts, seen by test/core/views.test.ts
  - key !== current && shelf.isWanted(key)
  + shelf.isWanted(key)
views: believe dates that our own hand changed
  electron/core/query/views.ts, seen by test/core/views.test.ts
  - if (names.includes('listSchedules')) account.outdate(projectId)
  + void [names, projectId]
views: read the list anew with each part of a view
  electron/core/query/accountViews.ts, seen by test/core/views.test.ts
  - again && !dates.isReading()
  + again
views: tell nobody that there is more
  electron/core/query/parts.ts, seen by test/core/views.test.ts
  - isOwed ||= reading !== null
  + isOwed = false
views: forget lengths of files with the core
  electron/core/query/durations.ts, seen by test/core/contentViews.test.ts
  - if (measured && isSettled) known.set(keyOf(file), measured)
  + void isSettled
views: read a scene of any size at once
  electron/core/query/projectContent.ts, seen by test/core/contentViews.test.ts
  - if (requests >= MOST_REQUESTS) throw new Enough()
views: read what lies over the pictures first
  electron/core/query/projectContent.ts, seen by test/core/contentViews.test.ts
  - rank(one) - rank(other)
  + rank(other) - rank(one)
go live: miss what an edit made a moment ago
  electron/core/commands/handlers/live.ts, seen by test/core/doors.test.ts
  - !['destination', 'journal', 'lateStop'].includes(fault)
  + fault === 'noDestinations'
cli: tell a part for the whole
  electron/cli/doors.ts, seen by test/cli/scripts.test.ts
  - const isPart = progress !== null && progress.read < progress.of && GOES_ON.includes(asked.operation)
  + const isPart = false
cli: take a file that is being encoded for one that cannot be used
  electron/cli/waiting.ts, seen by test/cli/scripts.test.ts
  - if ((await encoding()).has(fileId)) return null
cli: print sentences where only ids were asked for
  electron/cli/run.ts, seen by test/cli/scripts.test.ts
  - if (answer.onlyIds && code === EXIT.done) return code
cli: let a whole input win over what is typed
  electron/cli/values.ts, seen by test/cli/scripts.test.ts
  - if (typed.length > 0) put
  + if (typed.length > 0 && !(field.name in input)) put
names: take the start of a known name for the project that has this very name
  electron/core/query/projectNames.ts, seen by test/cli/names.test.ts
  - 'id' in known && isNamed(known, wanted) &&
  + 'id' in known &&
forecast: let a broadcast run on past the date that ends it
  electron/core/query/forecast.ts, seen by test/core/forecast.test.ts
  - if (next !== undefined && next <
  + if (next === null && next <
`)
