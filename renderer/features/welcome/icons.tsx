/** Icons of the welcome alone: they come with its script, and cost the show nothing. */
import { Drama, PanelTop, PlugZap } from 'lucide-react'
import { drawn } from '../../ui/icons.tsx'

export const Masks = drawn(Drama)
export const Plug = drawn(PlugZap)
export const Tray = drawn(PanelTop)
