import { lookAtStates } from './screens.ts'

lookAtStates(1, 2)
