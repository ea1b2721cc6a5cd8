/** The menu of a scene's tile: favourite and colour. */
import type { SceneColour } from '../../view/looks.ts'

const colour = (letter: SceneColour) => `Colour ${letter}`

export const LOOK_WORDS = {
  favourite: 'Favourite',
  favouriteAbout: 'Stands before all others, here and in the tray menu.',
  only: 'Favourites',
  mark: 'Mark favourites',
  markAbout:
    'Favourites stand first, here and in the tray menu. Colours: right-click a tile, or hold a finger on it.',
  colour: 'Colour',
  colours: {
    none: 'No colour',
    ...{ A: colour('A'), B: colour('B'), C: colour('C'), D: colour('D') },
    ...{ E: colour('E'), F: colour('F'), G: colour('G'), H: colour('H') },
  },
  about: 'Kept in Cuelight, for this project. Keys 1 to 9 stay with its first nine scenes.',
} as const
