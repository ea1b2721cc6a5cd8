/** Messages of a client, valid ones and mutated ones; and an independent judge of what may be carried out. */
import { ClientMessage } from '../../../shared/bridge/messages.ts'
import { type CommandInput, type CommandName, commands, parseCommand } from '../../../shared/commands/commands.ts'
import { garbled, mutated, pick, type Random } from './mutate.ts'

/** Ids that exist in the core being fuzzed. */
export interface Ids {
  projectId: string
  sceneId: string
  liveId: string
}

/** One valid command of every name. */
export function rightCommands({ projectId, sceneId, liveId }: Ids): Record<CommandName, CommandInput> {
  const profileId = '00000000-0000-4000-8000-000000000000'
  const args: { [Name in CommandName]: Omit<Extract<CommandInput, { type: Name }>, 'type'> } = {
    goLive: { projectId, despiteFaults: false },
    armGoLive: { projectId, mode: 'press' },
    commitGoLive: { armId: 'arm' },
    armStop: { projectId, liveId, mode: 'press' },
    commitStop: { armId: 'arm' },
    cancelArm: { armId: 'arm' },
    propose: { command: { type: 'sync', projectId, liveId }, why: 'The titles are ready' },
    allowProposal: { armId: 'arm' },
    sync: { projectId, liveId },
    switchScene: { projectId, liveId, sceneId },
    nextScene: { projectId, liveId },
    previousScene: { projectId, liveId },
    backToScene: { projectId, liveId },
    setAutoSync: { projectId, liveId, on: true },
    setPlayback: { projectId, liveId, layerId: 'l', action: 'stop' },
    edit: { operation: 'updateScene', input: { projectId, sceneId, name: 'Renamed' }, seen: { liveId } },
    dismissEdit: { editId: 'edit' },
    runMacro: { armId: 'arm', mode: 'press' },
    stopMacro: {},
    rehearseMacro: { macroId: 'm' },
    saveMacro: { id: profileId, name: 'Opening', steps: [{ do: 'wait', seconds: 1 }] },
    deleteMacro: { macroId: 'm' },
    refresh: { projectId },
    loadProjects: {},
    checkDestinations: { projectId },
    chooseTarget: { projectId },
    setOpeningScene: { projectId, sceneId },
    setTake: { on: false },
    setPadlock: { locked: false },
    setSceneLook: { projectId, sceneId, favourite: true, colour: 'B' },
    setPreferences: { guard: { holdMs: 2_000 }, pace: { liveMs: 5_000, idleMs: 60_000 } },
    unlockGoLive: { projectId },
    acknowledge: { projectId },
    putAwayNotice: { noticeId: 'n' },
    putAwayWelcome: {},
    createProfile: { name: 'Name', baseUrl: 'https://a.example/v1/external', key: 'svc_k' },
    editProfile: { profileId, name: 'Name', account: 'club' },
    forgetKey: { profileId },
    testProfile: { profileId },
    tryConnection: { baseUrl: 'http://127.0.0.1:1/v1/external', account: 'club', key: 'svc_k' },
    switchProfile: { profileId },
    removeProfile: { profileId },
    retryKeychain: {},
    importSettings: { text: '{"version":2}' },
    endSessions: {},
    createPairing: { name: 'Deck', scope: 'show', storedKey: 'a'.repeat(64), serverKey: 'b'.repeat(64) },
    armPairing: { pairingId: 'none', on: true },
    endPairings: {},
    setPhones: { on: false },
    pairPhone: { name: 'Phone', scope: 'show', codeHash: 'a'.repeat(64) },
    answerPhone: { allow: false },
    setFault: { fault: { kind: 'latency', on: 'all', ms: 10, times: 1, forMs: 10 } },
    clearFault: { faultId: 'f' },
    clearFaults: {},
    playScenario: { scenario: 'platformDown' },
    stopScenario: {},
    rehearseAs: { account: 'paid' },
    setPreparing: { ms: 10 },
    createStudioKey: { label: 'Key' },
    revokeStudioKey: { keyId: 'k' },
    addServer: { name: 'Server', url: 'rtmp://localhost/app', key: 'k' },
    changeServer: { destinationId: 'd', name: 'Server', url: 'rtmp://localhost/app', key: 'k' },
    removeServer: { destinationId: 'd' },
    showWindow: { window: 'main' },
    setHotkey: { action: 'stop', accelerator: 'Control+F9' },
    resetHotkeys: {},
    recordHotkeys: { on: true },
    testHotkeys: { on: true },
    setDesktop: { overlay: false, mutedNotifications: ['live'] },
    installCommand: {},
    checkForUpdate: {},
    installUpdate: {},
    quit: { onAir: 'leave', armId: 'arm' },
  }
  const right = Object.entries(args).map(([type, own]) => [type, { type, ...own }])
  return Object.fromEntries(right)
}

/** Valid ones of these would end the test's own stage: only invalid ones are sent. */
const ONLY_WRONG: readonly string[] = ['quit', 'switchProfile', 'importSettings', 'setPadlock']

/** A line for a client to send: mostly a command with something wrong in it or around it. */
export function oddMessage(ids: Ids, id: string, random: Random): string {
  const command = pick(Object.values(rightCommands(ids)), random)
  const around = { type: 'command', id, command }
  const share = random()
  if (share < 0.6) return messageOf({ ...around, command: mutated(command, random) }, random)
  if (share < 0.85) return messageOf(mutated(around, random), random)
  if (share < 0.87) return messageOf(around, random)
  return garbled(JSON.stringify(around), random)
}

function messageOf(message: unknown, random: Random): string {
  const parsed = ClientMessage.safeParse(message)
  const command = parsed.success && parsed.data.type === 'command' ? parseCommand(parsed.data.command) : null
  const takesTheStage = command && 'command' in command && ONLY_WRONG.includes(command.command.type)
  return takesTheStage ? garbled(JSON.stringify(message), random) : JSON.stringify(message)
}

const text = (value: unknown) => typeof value === 'string' && value.length >= 1 && value.length <= 200
const ARGUMENTS = new Map<string, (value: unknown) => boolean>(
  Object.entries({
    projectId: text,
    sceneId: text,
    armId: text,
    liveId: (value: unknown) => value === null || text(value),
    mode: (value: unknown) => ['press', 'menu', 'hold'].some((mode) => mode === value),
    on: (value: unknown) => typeof value === 'boolean',
    despiteFaults: (value: unknown) => typeof value === 'boolean',
  }),
)

/** Whether a command that viewers could see is valid. Read from the value itself, without its schema. */
export function isRightAirCommand(command: unknown): boolean {
  if (typeof command !== 'object' || command === null) return false
  return Object.entries(command).every(([name, value]) => name === 'type' || ARGUMENTS.get(name)?.(value) === true)
}

/** Whether a refusal names a field that is at fault: one that came, or one that is missing. */
export function namesField(field: string, value: unknown): boolean {
  const first = field === '""' ? '' : (field.split('.')[0] ?? '')
  if (typeof value !== 'object' || value === null) return field === '(whole)' || first === 'type'
  if (field === '(whole)') return Array.isArray(value)
  if (Object.hasOwn(value, first) || Object.hasOwn(value, field)) return true
  const type = 'type' in value && typeof value.type === 'string' ? value.type : ''
  const known = Object.hasOwn(commands, type) ? Object.keys(commands[type as CommandName].args.shape) : []
  return ['type', 'id', 'command', 'visible', ...known].includes(first)
}
