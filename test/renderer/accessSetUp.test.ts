import { axeFindsNothing, fits } from './looks.ts'
import { panels } from './panel.ts'
import { SETUP_SHEET } from './setupSheet.ts'

const open = panels()

axeFindsNothing(open, 'the set-up', SETUP_SHEET)
fits(open, 'the set-up', SETUP_SHEET, [320, 390, 420])
