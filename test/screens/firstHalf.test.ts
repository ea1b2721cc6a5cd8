/** Every state of the screens fits and is accessible: the first half. */
import { lookAtStates } from './screens.ts'

lookAtStates(0, 2)
