import { faultsOf } from './fault.ts'

/** A broadcast that viewers would see break, or that is taken for a rehearsal. */
export const broadcasting = faultsOf(`
studio: take a project with a server for a rehearsal
  electron/studio/rules/account/servers.ts, seen by test/studio/engine/servers.test.ts
  - return project ? broadcasts(project) : Object.values(world.projects).some(broadcasts)
  + return false
first broadcast: take a project for a rehearsal because the show target is one
  electron/core/commands/handlers/live.ts, seen by test/core/services.test.ts
  - const isRehearsal = rehearsal ?? (id === targetId && service.rehearsal)
  + const isRehearsal = service.rehearsal
studio: say that an example is on air beside a server
  electron/studio/views/records.ts, seen by test/studio/engine/servers.test.ts
  - return NOT_SENT_TO
  + return { status: live.status, error: null }
studio: say that a file is on air instead of which the slate is shown
  electron/studio/views/live.ts, seen by test/studio/engine/playCopies.test.ts
  - (layerId === shown && !isSlateFor(liveId))
  + layerId === shown
studio: change the key of a server while it is sent to
  electron/studio/administration/handlers.ts, seen by test/studio/engine/servers.test.ts
  - refuseWhileSentTo(core.read(), destinationId)
engine: play a file from its beginning after a restart
  electron/studio/engine/splicer.ts, seen by test/studio/engine/splicer.test.ts
  - const offset = entry ? Math.max(0, at - entry.play.startsAt) : 0
  + const offset = 0
engine: leave a hole in the pictures where a file is short
  electron/studio/engine/output.ts, seen by test/studio/engine/splicer.test.ts
  - lastPicture + frameMs + LATE_PICTURE_MS)
  + lastPicture + 10 * frameMs)
engine: let the sound jump at a cut
  electron/studio/engine/output.ts, seen by test/studio/engine/splicer.test.ts
  - nextSound += Math.min(Math.max(time - nextSound, -SLEW_MS), SLEW_MS)
  + nextSound = time
engine: make up for minutes of sound with silence
  electron/studio/engine/output.ts, seen by test/studio/engine/splicer.test.ts
  - nextSound = Math.max(nextSound, time - MOST_SILENCE_MS)
studio: send two broadcasts to one server
  electron/studio/rules/broadcasts/lives.ts, seen by test/studio/engine/servers.test.ts
  - refuseTakenServers(world, project)
engine: take a pause of the picture for a standstill
  electron/studio/engine/output.ts, seen by test/studio/engine/splicer.test.ts
  - reached = Math.max(reached ?? time, time)
  + reached = lastPicture ?? time
engine: wait for ever for a disk that does not answer
  electron/studio/engine/splicer.ts, seen by test/studio/engine/splicer.test.ts
  - if (entry && isStalled) {
  + if (entry && isStalled && now < 0) {
engine: bring back for a moment what has just ended
  electron/studio/engine/splicer.ts, seen by test/studio/engine/splicer.test.ts
  - const isLeft = due && this.#left && isSame(due, this.#left) && due.endsAt - now < SAME_MS
  + const isLeft = false
engine: stay on what was left when it is wanted again
  electron/studio/engine/shelf.ts, seen by test/studio/engine/splicer.test.ts
  - one.id === other.id && Math.abs
  + one.path === other.path && Math.abs
engine: not begin with a play copy that was made since
  electron/studio/engine/shelf.ts, seen by test/studio/engine/splicer.test.ts
  - (entry.trouble === null || !isOther(entry.play, play))
  + true
play copies: take what is on air off while its file gets a new copy
  electron/studio/files/encoding/playCopies.ts, seen by test/studio/engine/playCopyMaking.test.ts
  - (names().find(isOfFile) ??
  + (undefined ??
play copies: wait ten minutes after an encoder was killed
  electron/studio/files/encoding/attempts.ts, seen by test/studio/engine/playCopyMaking.test.ts
  - const PAUSES_MS = [5_000, 15_000, 60_000, 600_000]
  + const PAUSES_MS = [600_000]
play copies: broadcast a file that has one keyframe
  electron/studio/files/encoding/playCopy.ts, seen by test/studio/engine/playCopyMaking.test.ts
  - if (longest <= LONGEST_GROUP_MS && missing <= LONGEST_TAIL_MS) return
  + if (missing <= LONGEST_TAIL_MS) return
play copies: broadcast a file whose picture ends before its sound
  electron/studio/files/encoding/playCopy.ts, seen by test/studio/engine/playCopyMaking.test.ts
  - if (longest <= LONGEST_GROUP_MS && missing <= LONGEST_TAIL_MS) return
  + if (longest <= LONGEST_GROUP_MS) return
engine: begin a connection in the middle of a group of pictures
  electron/studio/engine/destination.ts, seen by test/studio/engine/destination.test.ts
  - if (this.#needsKey && !canBegin && !isSound) {
  + if (this.#needsKey && !canBegin && this.#beganMs !== null) {
engine: wait for the next keyframe after an outage
  electron/studio/engine/destination.ts, seen by test/studio/engine/destination.test.ts
  - for (const tag of this.#group) this.#pass(tag)
engine: show a server as live that is sent no picture
  electron/studio/engine/destination.ts, seen by test/studio/engine/destination.test.ts
  - if (this.#clock.monotonic() - this.#sentAt <= SILENT_MS) return null
  + return null
engine: take a slate off the air whose file is lost
  electron/studio/engine/engine.ts, seen by test/studio/engine/destination.test.ts
  - slate = this.#slateOf(liveId) ?? slate
  + slate = this.#slateOf(liveId)
studio: wait for ever for an engine that hangs
  electron/studio/broadcasting/engineProcess.ts, seen by test/studio/engine/engineProcess.test.ts
  - if (seconds === HUNG) engine.kill('SIGKILL')
studio: show as live what a hung engine said last
  electron/studio/broadcasting/engineProcess.ts, seen by test/studio/engine/engineProcess.test.ts
  - if (seconds === SILENT) onLost('The engine does not respond.')
engine: print a plan that it cannot read
  electron/studio/engine/lines.ts, seen by test/studio/engine/engineProcess.test.ts
  - throw new Error('a line is no JSON')
  + throw new Error(line)
engine: answer a server for as long as it asks
  electron/studio/engine/rtmp/session.ts, seen by test/studio/engine/destination.test.ts
  - if (isTooMuch) throw
  + if (isTooMuch && bytes < 0) throw
engine: quote whatever a server answers
  electron/studio/engine/rtmp/session.ts, seen by test/studio/engine/destination.test.ts
  - refused(stage, this.#shown(code))
  + refused(stage, code)
engine: wait for ever for a frozen server
  electron/studio/engine/destination.ts, seen by test/studio/engine/destination.test.ts
  - if (isFrozen) {
  + if (isFrozen && this.#isClosed) {
engine: try a server that refuses again at once
  electron/studio/engine/destination.ts, seen by test/studio/engine/destination.test.ts
  - clock.after(pause,
  + clock.after(0,
engine: believe the length that a tag states
  electron/studio/engine/flv/parser.ts, seen by test/studio/engine/flv.test.ts
  - if (size > LARGEST_TAG) throw new BrokenFlv('a tag in it is larger than any picture')
studio: let a file on air wait for an encode that is for later
  electron/studio/files/encoding/copying.ts, seen by test/studio/engine/playCopyMaking.test.ts
  - current.aside.abort()
  + return
studio: make a copy that takes seconds wait for an encode
  electron/studio/files/encoding/copying.ts, seen by test/studio/engine/playCopyMaking.test.ts
  - toEncode.has(name) === (way === 'encode')
  + (way === 'copy') === (toEncode.size === 0)
studio: copy a file in the house format whatever bit rate it has
  electron/studio/files/encoding/playCopy.ts, seen by test/studio/engine/playCopyMaking.test.ts
  - isPicture && isSize && isSmall
  + isPicture && isSize
studio: make a play copy whose picture begins after its sound
  electron/studio/files/encoding/playCopy.ts, seen by test/studio/engine/playCopyMaking.test.ts
  - fps=\${RATE}:start_time=0
  + fps=\${RATE}
studio: never begin anew before times pass 32 bits
  electron/studio/engine/destination.ts, seen by test/studio/engine/longRun.test.ts
  - timeMs > LONGEST_MS && tag.isKey
  + false
watch page: let viewers wait without a bound
  electron/studio/watch/viewer.ts, seen by test/studio/watch/viewers.test.ts
  - if (waiting > MOST_WAITING) this.#needsKey = true
watch page: send for ever to a viewer that is gone
  electron/studio/watch/viewer.ts, seen by test/studio/watch/viewers.test.ts
  - if (isFrozen) this
  + if (false) this
watch page: take pictures from anyone
  electron/studio/watch/intake.ts, seen by test/studio/watch/viewers.test.ts
  - if (!sameHash(hashKey(key), hashKey(secret))) throw new Error('it does not know the secret')
watch page: let other pages watch
  electron/studio/watch/service.ts, seen by test/studio/watch/access.test.ts
  - return !isForeign && (isOwn || (!isPart && isOpened))
  + return true
watch page: count a page that connects again as another view
  electron/studio/watch/audience.ts, seen by test/studio/watch/audience.test.ts
  - if (!isCounted) this
  + if (true) this
watch page: lose what is between two pictures
  electron/studio/engine/watch/fragments.ts, seen by test/studio/watch/fragments.test.ts
  - audio = audio.slice(sounds.length)
  + audio = []
local studio: not give a studio that starts its stream keys
  electron/studio/supervisor/supervisor.ts, seen by test/localStudio/streamKeys.test.ts
  - mine.hasStreamKeys = await streamKeys.handOver(mine.studio)
  + mine.hasStreamKeys = true
local studio: say that a stream key is gone that the keychain still has
  electron/studio/supervisor/streamKeys.ts, seen by test/localStudio/streamKeys.test.ts
  - return isLeft ? { unsaved: describeKeychain(answer) } : {}
  + return {}
local studio: store an address that has the stream key in it
  electron/studio/administration/serverAddress.ts, seen by test/studio/engine/servers.test.ts
  - key.length >= LONG_KEY && app.includes(key)
  + false
local studio: forget what a locked keychain still has of a removed server
  electron/studio/supervisor/streamKeys.ts, seen by test/localStudio/streamKeys.test.ts
  - await mark(account, isLeft)
local studio: bring a stream key back that was replaced while the keychain was locked
  electron/studio/supervisor/streamKeys.ts, seen by test/localStudio/streamKeys.test.ts
  - toForget.has(account) ? undefined : await
  + await
studio: send the stream key of a server to another address
  electron/studio/administration/table.ts, seen by test/studio/engine/servers.test.ts
  - url === undefined || key !== undefined
  + true
sound: leave the sound of a file behind when its picture is late
  electron/studio/engine/sound.ts, seen by test/studio/engine/sound.test.ts
  - seen.zeroAt + sound.startsAt - play.startsAt : sound.startsAt
  + sound.startsAt : sound.startsAt
sound: begin a sound from its beginning in the middle of its file
  electron/studio/engine/sound.ts, seen by test/studio/engine/sound.test.ts
  - source.seek(Math.max(0, at - zeroOf(entry.play, seen)))
  + source.seek(0)
sound: send what was missed in a rush
  electron/studio/engine/sound.ts, seen by test/studio/engine/sound.test.ts
  - Math.max(from, since)
  + from
sound: let a silent file be heard
  electron/studio/engine/splicer.ts, seen by test/studio/engine/sound.test.ts
  - this.#sound.isOn || current.entry?.play.isSilent
  + this.#sound.isOn
sound: say that an audio playlist is on air that nobody hears
  electron/studio/views/live.ts, seen by test/studio/engine/soundBroadcast.test.ts
  - (layerId === heard && !isPlaylistSilentFor(liveId))
  + layerId === heard
sound: say that an audio playlist is on air whose engine is lost
  electron/studio/broadcasting/targets.ts, seen by test/studio/engine/health.test.ts
  - sound: { ...sound, ...nothing, isPlaylist: false }
  + sound
sound: let a layer without volume be heard
  electron/studio/broadcasting/enginePlan.ts, seen by test/studio/engine/soundBroadcast.test.ts
  - isSilent: file.volume === 0
  + isSilent: false
sound: remove the only sound there is before the one at the right volume is made
  electron/studio/files/encoding/playCopies.ts, seen by test/studio/engine/playCopyMaking.test.ts
  - (isSoundAlone(form) ? nearest(names(), fileId, form) : null)
  + null
studio: keep a key on air that its server refuses
  electron/studio/administration/handlers.ts, seen by test/studio/engine/servers.test.ts
  - && !broadcasting.isKeyRefused(destinationId)
studio: say of each attempt that the connection was lost
  electron/studio/broadcasting/health.ts, seen by test/studio/engine/health.test.ts
  - wasLive ? Math.min(1, since(target, 'reconnects')) : 0
  + since(target, 'reconnects')
sound: let the full volume be heard at a cut to a quiet file
  electron/studio/engine/sound.ts, seen by test/studio/engine/sound.test.ts
  - this.#current !== null || this.#isAwaited
  + this.#current !== null
sound: let background music take the place of speech
  electron/studio/broadcasting/soundPlan.ts, seen by test/studio/engine/mixes.test.ts
  - seen.volume > volume &&
  + seen.volume > 10 + volume &&
mix: mix a film that has no sound
  electron/studio/broadcasting/enginePlan.ts, seen by test/studio/engine/mixes.test.ts
  - sources.hasSound(file.fileId) ?
  + sources ?
mix: let a mix come and go with every piece
  electron/studio/broadcasting/soundPlan.ts, seen by test/studio/engine/mixes.test.ts
  - copy.why === null && !isSteady(piece)
  + copy.why === null && copy.path === null
mix: leave a gap between two pieces
  electron/studio/broadcasting/soundPlan.ts, seen by test/studio/engine/mixes.test.ts
  - zero + FIRST_MS + nth * PIECE_MS
  + zero + nth * PIECE_MS
mix: mix a file from its beginning whatever is on air of it
  electron/studio/files/encoding/pieces.ts, seen by test/studio/engine/mixes.test.ts
  - (fromMs + file.firstMs)
  + (0 * fromMs)
mix: never try a piece again whose maker was killed
  electron/studio/files/encoding/pieces.ts, seen by test/studio/engine/mixes.test.ts
  - createAttempts(clock, wake)
  + createAttempts(clock, () => {})
compose: begin a piece that was late in the middle of a group of pictures
  electron/studio/engine/splicer.ts, seen by test/studio/engine/splicer.test.ts
  - return now - key <= KEY_MS ? key : null
  + return now
compose: hear the audio playlist twice beside a piece that has it
  electron/studio/engine/sound.ts, seen by test/studio/engine/sound.test.ts
  - if (play?.layers) return false
  + if (play === null) return false
compose: show the slate when a piece cannot be read
  electron/studio/engine/splicer.ts, seen by test/studio/engine/splicer.test.ts
  - return (found ?? playable[0])?.play ?? due[0]
  + return due[0]
compose: let pieces come and go one by one
  electron/studio/broadcasting/composePlan.ts, seen by test/studio/engine/composePlan.test.ts
  - isAll || last.until - first.from >= STEADY_MS
  + isAll || first.until > first.from
compose: stretch a picture to its place
  electron/studio/broadcasting/layout.ts, seen by test/studio/engine/composePlan.test.ts
  - const place = fitted(inPixels, content.width / content.height)
  + const place = inPixels
compose: cut the sound of a piece at its joint
  electron/studio/files/encoding/compositions.ts, seen by test/studio/engine/compositions.test.ts
  - (lengthMs + 2 * LEAD_MS)
  + (lengthMs + LEAD_MS)
compose: wait for ever for an ffmpeg that hangs
  electron/studio/files/encoding/pieces.ts, seen by test/studio/engine/mixes.test.ts
  - const LIMIT_MS = 20_000
  + const LIMIT_MS = 20_000_000
compose: keep the old place although another playlist began
  electron/studio/broadcasting/held.ts, seen by test/studio/engine/composePlan.test.ts
  - || !isDeepStrictEqual(plain, before.plain)
  + || isDeepStrictEqual(plain, null)
mix: play the first piece to the end of the file
  electron/studio/engine/sound.ts, seen by test/studio/engine/sound.test.ts
  - (at < sound.endsAt || sound.endsAt >= play.endsAt)
  + true
loudness: broadcast a quiet file as quietly as it came
  electron/studio/files/encoding/playCopy.ts, seen by test/studio/engine/loudness.test.ts
  - [SOUND, ...atGain(gain), 'apad']
  + [SOUND, 'apad']
loudness: let peaks clip
  electron/studio/files/encoding/level.ts, seen by test/studio/engine/loudness.test.ts
  - MOST_AMPLITUDE = 0.794
  + MOST_AMPLITUDE = 1
loudness: not make a copy again once its loudness is known
  electron/studio/files/encoding/playCopyNames.ts, seen by test/studio/engine/playCopyMaking.test.ts
  - gain === 0 ? ''
  + gain < 99 ? ''
preview: go on after the session has ended
  electron/remote/previews.ts, seen by test/remote/previews.test.ts
  - if (!isValid()) return
preview: pass on whatever answers at the studio's address
  electron/app/preview.ts, seen by test/remote/previews.test.ts
  - body.statusCode === 200 && type.startsWith('video/mp4')
  + body.statusCode === 200
preview: count the crew as an audience
  electron/studio/watch/watchPage.ts, seen by test/studio/watch/viewers.test.ts
  - if (kind === 'audience') turnstile.joined
  + turnstile.joined
preview: fetch pictures while nobody sees the page
  renderer/features/show/preview/Player.tsx, seen by test/renderer/servers.test.ts
  - if (!isSeen || !video.current || !preview) return
  + if (!video.current || !preview) return
servers: send another address without its key
  renderer/features/destinations/ServerForm.tsx, seen by test/renderer/servers.test.ts
  - if ('url' in changes) return WORDS.keyMoved
keys: forget the key of a server that gets another name
  electron/studio/supervisor/streamKeys.ts, seen by test/localStudio/streamKeys.test.ts
  - ...(key !== undefined && (await keep(destinationId, key)))
  + ...(await keep(destinationId, key ?? ''))
servers: leave the stream key in its field
  renderer/features/destinations/ServerForm.tsx, seen by test/renderer/servers.test.ts
  - if (key.current) key.current.value = ''
health: fill the journal with a file that a loop brings again
  electron/core/journal/broadcastEvents.ts, seen by test/core/broadcastEvents.test.ts
  - if (!known.has(key)) add(projectId,
  + add(projectId,
health: count what a new engine has not done
  electron/studio/broadcasting/health.ts, seen by test/studio/engine/health.test.ts
  - return now[counter] >= before ? now[counter] - before : now[counter]
  + return Math.abs(now[counter] - before)
`)
