import { SETUP_LOADING } from '../../shared/words/setup.ts'
import { NOT_LOADED_WORDS, STATE_NAMES } from '../../shared/words/states.ts'
import { Hourglass, Unplugged } from '../ui/icons.tsx'
import { late } from '../ui/late.tsx'
import { Button } from '../ui/PressButton.tsx'
import { StateScreen } from '../ui/StateScreen.tsx'

/** The core is gone, or of another version than this page. */
function NotLoaded() {
  return (
    <StateScreen bad icon={<Unplugged />} words={NOT_LOADED_WORDS}>
      <Button className="" onClick={() => location.reload()}>
        {STATE_NAMES.loadAgain}
      </Button>
    </StateScreen>
  )
}

const opening = <StateScreen brief icon={<Hourglass />} words={{ headline: SETUP_LOADING, now: null, todo: null }} />

/** The screens that come as scripts of their own when somebody asks for them: the show must be there at once. */
export const SetUp = late(async () => (await import('./SetupScreen.tsx')).SetupScreen, <NotLoaded />, opening)
export const Projects = late(
  async () => (await import('../features/projects/ProjectsScreen.tsx')).ProjectsScreen,
  <NotLoaded />,
  opening,
)
/** The ways from one to the other. The room for them is kept from the start. */
export const Places = late(async () => (await import('./Places.tsx')).Places, null)
