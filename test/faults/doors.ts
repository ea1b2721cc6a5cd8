import { faultsOf } from './fault.ts'

/** Who may come in, and where a key may go. */
export const doors = faultsOf(`
let a foreign page open the bridge (gravest)
  electron/remote/bridgeServer.ts, seen by test/remote/door.test.ts
  -  || !originIsOurs(request)
take a token twice (gravest)
  electron/remote/oneTime.ts, seen by test/remote/door.test.ts
  -       held.delete(hash)
door: believe any Host
  electron/remote/requestGuard.ts, seen by test/remote/door.test.ts
  - if (!hostIsOurs(request, host)) return { status: 421, text: ACCESS_WORDS.notOurs }
door: let an address open the panel for ever
  electron/remote/oneTime.ts, seen by test/remote/panelServer.test.ts
  -  && monotonic() < kept.until
door: hand the browser the address itself (gravest)
  electron/app/openInBrowser.ts, seen by test/e2e/opener.test.ts
  - open(pathToFileURL(file).href)
  + open(address)
door: end a browser's access and leave what was not opened yet
  electron/remote/newSessions.ts, seen by test/remote/access.test.ts
  - tokens.clear()
door: let in for ever who was let in once
  electron/remote/sessions.ts, seen by test/remote/access.test.ts
  - open.has(id) || now() - lastSeen < UNUSED_MS
  + true
door: take an old key as good as the newest (gravest)
  electron/remote/sessionKeys.ts, seen by test/remote/keys.test.ts
  - now - gone.at < TURNING_MS ? 'turning' : 'twice'
  + 'turning'
door: let in a page that is not ours (gravest)
  electron/remote/bridgeServer.ts, seen by test/remote/keys.test.ts
  -  || !sessions.isOurPage(said.pass)
door: give whatever asks for a page its pass
  electron/remote/panelServer.ts, seen by test/remote/keys.test.ts
  - return method === 'GET' && isAlone
  + return method === 'GET'
door: believe any signature
  electron/remote/bridgeServer.ts, seen by test/remote/panelServer.test.ts
  -  || !isSignedBy(said.key, pageSigns(meeting, said), said.proof)
door: let in by an address that was opened before all were ended
  electron/remote/newSessions.ts, seen by test/remote/access.test.ts
  - promised.clear()
studio: send its key to whoever has its port (gravest)
  electron/app/connectService.ts, seen by test/localStudio/dying.test.ts
  - observe, socket,
  + observe,
door: leave a revoked bridge open
  electron/remote/sessionFile.ts, seen by test/remote/door.test.ts
  - for (const listener of listeners) listener()
service: hand on an echoed key
  electron/service/attempt.ts, seen by test/service/secrets.test.ts
  - failure: failureWithoutKey(failure, key, line.keyPrefix)
  + failure
support: let the path of a start be overridden
  shared/contract/override.ts, seen by test/contract/override.test.ts
  - operation.sources.path === 'S'
  + false
keys: take the key along to another origin
  electron/core/profiles/changes.ts, seen by test/profiles/keys.test.ts
  - if (leaves) keys.drop(profileId)
keychain: tell the key in a message
  electron/core/keychain/answering.ts, seen by test/profiles/answering.test.ts
  - said.replaceAll(question.key, '[key]')
  + said
profiles: switch while something is on air
  electron/core/profiles/activeProfile.ts, seen by test/profiles/switching.test.ts
  - if (projectName !== undefined) throw new Refused({ reason: 'targetLocked', projectName, ...mayBe })
  + void name
windows: hear a window that is not ours
  electron/shell/windows/sender.ts, seen by test/shell/protocol.test.ts
  - if (!isOurWindow) return 'it is no window of ours'
built app: ask nobody who speaks
  electron/ipc.ts, seen by test/e2e/desktop/windows.test.ts
  - whyNotOurs(event.senderFrame, page !== null)
  + null as string | null
`)

/** A studio that answers otherwise than the service would, or that is taken for a show. */
export const rehearsal = faultsOf(`
studio: show the scene of the project as the one on air
  electron/studio/views/live.ts, seen by test/studio/air.test.ts
  - onAirSceneId: live.onAir.activeSceneId
  + onAirSceneId: world.projects[live.projectId]?.show.activeSceneId
studio: push every edit, auto-sync or not
  electron/studio/rules/broadcasts/air.ts, seen by test/studio/air.test.ts
  - if (project.autoSync) push(world, project, live, now)
  + push(world, project, live, now)
  +   if (project.autoSync) push(world, project, live, now)
studio: carry out what is answered 429
  electron/studio/http/external.ts, seen by test/studio/interface.test.ts
  - if (!granted) throw rateLimited
  + if (!granted) await this.#carryOut(asked, account as Account)
  +       if (!granted) throw rateLimited
studio: leave out the mark of a rehearsal
  electron/studio/http/reply.ts, seen by test/studio/interface.test.ts
  - ...(isReal ? {} : REHEARSAL_HEADER),
studio: show a change before it is stored
  electron/studio/core.ts, seen by test/studio/storage.test.ts
  -     this.#show(isStoredLater ? next : this.#write(next))
  +     this.#show(next)
  +     if (!isStoredLater) this.#write(next)
studio: not do what is cut after it was done
  electron/studio/http/faults/faultyService.ts, seen by test/studio/requestFaults.test.ts
  - const reply = await this.#external.answer(asked)
  + const reply = kind === 'cutAfter' ? NOT_A_WORD : await this.#external.answer(asked)
local studio: end what is on air
  electron/studio/supervisor/attach.ts, seen by test/localStudio/localStudio.test.ts
  - if (onAir.length > 0) log(
  + if (onAir.length < 0) log(
cli: let a rehearsal pass for a show
  electron/cli/run.ts, seen by test/cli/seeing.test.ts
  - if (!typed.json) sayRehearsal(typed, rehearsal, around)
`)
