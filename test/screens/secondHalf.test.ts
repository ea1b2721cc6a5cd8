/** Every state of the screens fits and is accessible: the second half. */
import { lookAtStates } from './screens.ts'

lookAtStates(1, 2)
