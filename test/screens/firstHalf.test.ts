import { lookAtStates } from './screens.ts'

lookAtStates(0, 2)
