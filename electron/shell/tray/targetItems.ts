/** The choice of project, links to watch it, and the items of Cuelight itself. */
import type { AppState, ProjectListItem, ProjectState } from '../../../shared/state.ts'
import { destinationsOf, safeLink } from '../../../shared/view/destinations.ts'
import { TRAY_NAMES, TRAY_WORDS } from '../../../shared/words/desktop/tray.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { describeFailure } from '../../../shared/words/outcomes/failures.ts'
import { describeRefusal } from '../../../shared/words/outcomes/outcomes.ts'
import { PROVIDER_WORDS } from '../../../shared/words/projects/destinations.ts'
import { mayBeOnAir } from '../../core/commands/guard.ts'
import { command, cutName, gap, type PressItem, press, shell, type TrayItem, text } from './items.ts'
import type { Seen } from './stateLines.ts'

/** If there are more, they are found in the panel, which has a search field. */
const MOST_PROJECTS = 20

export function targetItems({ state, target }: Seen): TrayItem[] {
  const label = TRAY_WORDS.target(target && (cutName(target.name) || EMPTY.nameless))
  return [gap, { kind: 'menu', id: 'target', label, items: projectItems(state, target) }, watching(target)]
}

function projectItems(state: AppState, target: ProjectState | null): TrayItem[] {
  const all = known(state)
  const isLocked = target !== null && mayBeOnAir(target)
  const further = all.length - MOST_PROJECTS
  return [
    ...(isLocked
      ? [text('locked', describeRefusal({ reason: 'targetLocked', projectName: cutName(target.name) }))]
      : []),
    ...all.slice(0, MOST_PROJECTS).map((one) => choice(one, target, isLocked)),
    ...(further > 0 ? [press('further', TRAY_WORDS.furtherProjects(further), shell('panel'))] : []),
    ...(all.length > 0 ? [gap] : []),
    ...listing(state),
  ]
}

/** Projects viewed in this run come first, the show target at the top; then the rest of the account's. */
function known({ projects, projectList, targetId }: AppState): Pick<ProjectListItem, 'id' | 'name'>[] {
  const recent = Object.values(projects).toSorted((one, other) => rank(one, targetId) - rank(other, targetId))
  return [...recent, ...projectList.items.filter(({ id }) => !projects[id])]
}

const rank = ({ id }: ProjectState, targetId: string | null) => (id === targetId ? 0 : 1)

function choice({ id, name }: Pick<ProjectListItem, 'id' | 'name'>, target: ProjectState | null, isLocked: boolean) {
  const label = cutName(name) || EMPTY.nameless
  const isChosen = id === target?.id
  const choose = isLocked || isChosen ? null : command({ type: 'chooseTarget', projectId: id })
  return { ...press(`project:${id}`, label, choose), ...(isChosen && { checked: true }) }
}

/** The list is only read on request: it costs requests to the service. */
function listing({ projectList, service }: AppState): TrayItem[] {
  const { loading, readAt, failure } = projectList
  if (loading) return [text('listing', EMPTY.projectsLoading)]
  const name = readAt === null ? TRAY_NAMES.listProjects : TRAY_NAMES.listAgain
  return [
    ...(failure ? [text('listFailed', describeFailure(failure).what)] : []),
    press('listProjects', name, service.keyPresent ? command({ type: 'loadProjects' }) : null),
  ]
}

/** Only links from the service, and only https. */
function watching(target: ProjectState | null): TrayItem {
  const links = (destinationsOf(target) ?? []).flatMap(({ name, provider, viewingUrl }, index): PressItem[] => {
    const url = safeLink(viewingUrl)
    if (url === null) return []
    return [press(`watch:${index}`, withProvider(name, PROVIDER_WORDS[provider]), shell({ open: url }))]
  })
  if (links.length > 0) return { kind: 'menu', id: 'watch', label: TRAY_NAMES.watch, items: links }
  return text('watch', TRAY_WORDS.withNote(TRAY_NAMES.watch, TRAY_WORDS.noWatchLinks))
}

const withProvider = (name: string, provider: string): string =>
  name === provider || !name ? provider : `${cutName(name)} (${provider})`

/** The padlock, which the tray may open and close because its user is present, and Cuelight's own items. */
export function ownItems({ state }: Seen): TrayItem[] {
  const { locked } = state.padlock
  const padlock = press('padlock', TRAY_NAMES.padlock, command({ type: 'setPadlock', locked: !locked }))
  return [
    gap,
    { ...padlock, checked: locked },
    gap,
    press('panel', TRAY_NAMES.panel, shell('panel')),
    press('settings', TRAY_NAMES.settings, shell('settings')),
    press('quit', TRAY_NAMES.quit, shell('quit')),
  ]
}
