import { faultsOf } from './fault.ts'

/** Acting twice, or blind: starts, stops, arms, the guard, lost answers and restarts. */
export const acting = faultsOf(`
settle a lost start on the first OFFLINE (gravest)
  electron/core/state/lostAnswers.ts, seen by test/core/lostStart.test.ts
  - { readings: 3, overMs: 30_000 }
  + { readings: 1, overMs: 0 }
settle a lost start on three quick OFFLINEs (gravest)
  electron/core/state/lostAnswers.ts, seen by test/core/lostStart.test.ts
  - { readings: 3, overMs: 30_000 }
  + { readings: 3, overMs: 0 }
let a rehearsal of a macro go over the connection of the account (gravest)
  electron/core/rehearsing/stage.ts, seen by test/core/macroRehearsal.test.ts
  - if (!core.store.get().service.rehearsal) throw new Error('This service would broadcast.')
leave the studio of a rehearsal running
  electron/core/rehearsing/stage.ts, seen by test/core/macroRehearsal.test.ts
  - await studio.close().catch(noted)
keep the guard in the renderer only (gravest)
  electron/core/commands/dispatcher.ts, seen by test/core/guard.test.ts
  - if (refusal) return { result: 'refused', refusal }
drop the arm: stop in one step (gravest)
  electron/core/commands/handlers/startStop.ts, seen by test/core/guard.test.ts
  - if ('reason' in arm) throw new Refused(arm)
  + if ('reason' in arm) return { ...arm, projectId: context.store.get().targetId ?? '', liveId: Object.values(context.store.get().projects)[0]?.live?.liveId ?? null } as never
let the first broadcast of an account go unconfirmed
  electron/core/commands/handlers/live.ts, seen by test/core/opening.test.ts
  - if (!command.confirmed) refuseFirst(project, context)
say nothing of a login that expired since Go live was armed
  electron/core/commands/handlers/live.ts, seen by test/core/services.test.ts
  - if (now) context.arms.tell(armId, expired(now))
start though the opening scene may not be the active one
  electron/core/commands/handlers/opening.ts, seen by test/core/opening.test.ts
  - throw new Refused({ reason: 'opening', sceneName: opening.name })
  + return opening.name
take the second step at any time (gravest)
  electron/core/commands/arms.ts, seen by test/core/arms.test.ts
  - if (now < one.from) return tooSoon(one, now)
count key repeat as presses (gravest)
  electron/core/commands/arms.ts, seen by test/core/arms.test.ts
  - one.from = now + PRESS_GAP_MS
take auto-sync off for unseen, whatever of the user's runs (gravest)
  electron/core/commands/guard.ts, seen by test/sim/agents.test.ts
  - mayBeShown(project, state)
  + false
ignore the padlock from the socket (gravest)
  electron/core/commands/guard.ts, seen by test/core/socket.test.ts
  - padlockSays(command, state, now) ??
  + (sender.source === 'cli' ? null : padlockSays(command, state, now)) ??
let a message say where it comes from (gravest)
  electron/core/bridge/clientSession.ts, seen by test/core/socket.test.ts
  - core.dispatch(id, command, sourceOf(sender, input), sender.paired, latest(at))
  + core.dispatch(id, command, 'panel')
late: carry out a press from seconds before (gravest)
  electron/core/commands/dispatcher.ts, seen by test/core/socket.test.ts
  - lateSays(invocation, until) ?? (await judged(command, { ...dependencies, invocation }))
  + await judged(command, { ...dependencies, invocation })
padlock: judge an edit by an old reading (gravest)
  electron/core/commands/handlers/lookBeforeEdit.ts, seen by test/core/guard.test.ts
  - if (invocation.source !== 'agent' && !store.get().padlock.locked) return
  + if (invocation.source !== 'agent') return
take a lost start for a failed one (gravest)
  electron/core/commands/handlers/startStop.ts, seen by test/core/lostStart.test.ts
  - const lost = error instanceof ServiceError && error.failure.mayHaveHappened
  + const lost = false
send a second start while the first is being checked (gravest)
  electron/core/commands/handlers/startStop.ts, seen by test/core/lostStart.test.ts
  - if (project.pending?.act === 'start') throw new Refused({ reason: 'unsettled' })
stop whatever runs instead of what was meant (gravest)
  electron/core/commands/handlers/startStop.ts, seen by test/core/lostStop.test.ts test/core/guard.test.ts
  - return running === liveId ? null : { reason: 'otherLive', meant: liveId, running }
  + return null
let the late answer to a start overrule a stop (gravest)
  electron/core/commands/handlers/startStop.ts, seen by test/core/lostStop.test.ts
  - if (draft.pending?.commandId === invocation.id) recipe(draft)
  + recipe(draft)
forget over a restart what was on its way (gravest)
  electron/core/journal/journal.ts, seen by test/core/crash.test.ts
  - for (const line of show.lines) open.see(line)
forget a lost start at the second crash (gravest)
  electron/core/journal/openLines.ts, seen by test/core/crash.test.ts
  - if (one.sent.air && !one.overtaken && line.outcome?.result === 'unknown') one.ended = line
  + if (one.overtaken && one.ended) one.ended = line
carry out a command that comes again (gravest)
  electron/core/commands/dispatcher.ts, seen by test/core/guard.test.ts
  - if (known) return known
guard: let a program change profiles
  electron/core/commands/guard.ts, seen by test/core/guard.test.ts test/core/quit.test.ts
  - return opens || personOnly(command.type)
  + return opens
guard: let a pairing do more than its scope
  electron/core/commands/guard.ts, seen by test/remote/control.test.ts
  - return may ? null : { reason: 'outOfScope', scope }
  + return null
phone: let one open the padlock
  electron/core/commands/guard.ts, seen by test/remote/phone.test.ts
  - return isElsewhere ? { reason: 'notFromPhone' } : null
  + return null
phone: let a code be used again
  electron/remote/phone/ceremony.ts, seen by test/remote/phone.test.ts
  - code !== null && mine?.asks === null && clock.now() < mine.expires && isSame(code, mine.codeHash)
  + code !== null && mine !== null && isSame(code, mine.codeHash)
phone: show its pages to every device
  electron/remote/phone/phoneServer.ts, seen by test/remote/phone.test.ts
  - if (!isRead || !isOurHost(request) || !sessions.phones.isPage(secret)) {
  + if (!isRead || !isOurHost(request)) {
guard: let OSC stop unarmed (gravest)
  electron/core/commands/guard.ts, seen by test/cli/osc.test.ts
  - if (scope === 'cues' && ENDS.has(type)) return
  + if (scope !== scope) return
pairing: leave what is armed after the show
  electron/remote/control/controls.ts, seen by test/cli/osc.test.ts
  - if (was !== null && is !== was) ended()
osc: take presses from strangers (gravest)
  electron/cli/osc/bridge.ts, seen by test/cli/osc.test.ts
  - const allowance = allowances.get(address)
  + const allowance = [...allowances.values()][0]
pairing: accept any proof
  electron/util/pairingKeys.ts, seen by test/remote/control.test.ts
  - return timingSafeEqual(sha256(clientKey), stored)
  + return sha256(clientKey).length === stored.length
pairing: serve one that has ended
  electron/remote/control/controls.ts, seen by test/remote/control.test.ts
  - if (pairings.find(id)) continue
  + if (id) continue
pairing: leave the time out of the lamp
  electron/remote/control/feed.ts, seen by test/remote/controlState.test.ts
  - compute()
  -     broadcast({ type: 'alive'
  + broadcast({ type: 'alive'
guard: let anyone allow what an agent proposes (gravest)
  shared/commands/commands.ts, seen by test/cli/mcp.test.ts
  - allowProposal: person({ armId: id })
  + allowProposal: own({ armId: id })
agent: let a deck confirm the Stop that an agent proposes (gravest)
  electron/core/commands/arms.ts, seen by test/cli/mcp.test.ts
  - if (isProposed(one) && !byPerson) return
  + if (false) return
agent: carry out what was proposed without asking (gravest)
  electron/core/commands/handlers/proposals.ts, seen by test/cli/mcp.test.ts
  - if (arms.proposalWaits()) throw new Refused({ reason: 'proposalWaits' })
  -   const fields
  + return context.dispatch('allowed now', command, 'panel')
  +   const fields
agent: edit what viewers see
  electron/core/commands/guard.ts, seen by test/cli/mcp.test.ts
  - if (air !== 'ifAutoSync') return air === 'no'
  + return true
agent: edit by a reading that may be old (gravest)
  electron/core/commands/handlers/lookBeforeEdit.ts, seen by test/cli/mcp.test.ts
  - if (invocation.source !== 'agent' && !store.get().padlock.locked) return
  + if (!store.get().padlock.locked) return
agent: become a person again
  electron/core/bridge/clientSession.ts, seen by test/cli/mcp.test.ts
  - && !isAgent())
  + )
agent: cover what a person armed
  electron/core/commands/arms.ts, seen by test/cli/mcp.test.ts
  - all.findLast(({ isAside }) => !isAside) ?? all.findLast((one) => !isProposed(one)) ?? all.at(-1)
  + all.at(-1)
let a broadcast begin by itself under a closed padlock
  electron/core/commands/guard.ts, seen by test/core/schedules.test.ts
  - return padlock.locked && changed.some((at) => at - now <= SOON_MS) ?
  + return padlock.locked && changed.some((at) => at - now <= 0) ?
shows: ask the guard only when a command comes in
  electron/core/commands/context.ts, seen by test/shows/shows.test.ts
  - guard(invocation.command, invocation, store.get(), context.clock.now()) ??
  + (null as ReturnType<typeof guard>) ??
shows: take what a fault leaves unknown for done
  electron/core/commands/outcomeOf.ts, seen by test/shows/shows.test.ts
  - return unknown ? { result: 'unknown', failure } : { result: 'failed', failure }
  + return { result: 'failed', failure }
shows: forget a start that a stop overtook
  electron/core/journal/openLines.ts, seen by test/core/crash.test.ts
  - else one.overtaken = true
  + else open.delete(id)
shows: begin the settling anew with every change
  electron/core/polling/fetcher.ts, seen by test/core/lostStart.test.ts
  - written: order.written,
  + written(projectId, what) {
  +       parts.watches.delete(projectId)
  +       order.written(projectId, what)
  +     },
kills: write the journal after the fact
  electron/core/journal/journal.ts, seen by test/harm/kills.test.ts
  - append(isOfShow ? show : local, textOf(line))
  + null
  +       setTimeout(() => append(isOfShow ? show : local, textOf(line)), 20)
quit: take silence for nothing on air
  electron/core/commands/handlers/quit.ts, seen by test/core/quit.test.ts
  - studio.onAir().catch(() => null)
  + studio.onAir().catch(() => [])
quit: end although something is on air
  electron/core/commands/handlers/quit.ts, seen by test/core/quit.test.ts
  - (projectNames.length > 0 || notKnown) && onAir !== 'leave'
  + notKnown && onAir !== 'leave'
presses: send a scene that another was pressed after
  electron/core/commands/serialQueue.ts, seen by test/core/presses.test.ts test/core/serialQueue.test.ts
  - one.abort(supersedes)
  + void one
presses: drop a scene that was synced before the next was pressed
  electron/core/commands/serialQueue.ts, seen by test/core/presses.test.ts test/core/serialQueue.test.ts
  - if (supersedes || !yields) yielding.delete(key)
  + if (supersedes) yielding.delete(key)
presses: wait for budget although something newer was pressed
  electron/core/commands/context.ts, seen by test/core/presses.test.ts
  - () => written || waiting.abort()
  + () => {}
`)
