import { DESKTOP_SHEET, QUICK_SHEET } from './desktopSheet.ts'
import { axeFindsNothing, fits } from './looks.ts'
import { panels } from './panel.ts'

const open = panels()

axeFindsNothing(open, 'what the desktop app adds', DESKTOP_SHEET)
fits(open, 'what the desktop app adds', DESKTOP_SHEET, [320, 380, 720])
axeFindsNothing(open, 'the quick panel', QUICK_SHEET)
fits(open, 'the quick panel', QUICK_SHEET, [380])
