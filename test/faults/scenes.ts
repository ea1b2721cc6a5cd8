import type { Fault } from './fault.ts'

const plant =
  (test: string) =>
  (name: string, file: string, from: string, to: string): Fault => ({
    name: `${test}: ${name}`,
    file: `renderer/${file}`,
    from,
    to,
    tests: [`test/renderer/${test}.test.ts`],
  })
const scenes = plant('scenes')
const choices = plant('choices')
const appearance = plant('appearance')

/** Deliberate faults of our own in finding, arranging and walking through scenes, and in how the panel looks here. */
export const scenesFaults: Fault[] = [
  choices(
    'give the keys to what stands first',
    'view/arrange.ts',
    'nth: index < 9 ? index + 1 : null }))',
    'nth: 1 }))',
  ),
  choices('find by accents', 'view/arrange.ts', ".replace(/\\p{M}/gu, '')", ''),
  choices(
    'take any text for a choice',
    'view/choices.ts',
    'read.success ? read.data : DEFAULTS',
    'parsed(text) as Choices',
  ),
  choices(
    'turn the arrows nowhere',
    'view/steps.ts',
    "const onward = rightToLeft ? 'ArrowLeft'",
    "const onward = !rightToLeft ? 'ArrowRight'",
  ),
  scenes(
    'switch by Enter to the first of many',
    'scenes/useSearch.ts',
    "if (sought.trim() !== '' && only && !other)",
    "if (sought.trim() !== '' && only)",
  ),
  scenes(
    'switch by Enter while nothing is sought',
    'scenes/useSearch.ts',
    "else setRefused(sought.trim() !== '' && shown.length > 1)",
    'else if (only) switchToScene(mirror, only.scene.id)',
  ),
  scenes('count a held Enter', 'scenes/useSearch.ts', 'if (!event.repeat) act()', 'act()'),
  scenes('keep what was sought after Escape', 'scenes/useSearch.ts', "flushSync(() => seek(''))\n", ''),
  scenes('lose the place after Escape', 'scenes/useSearch.ts', 'else entryOf(field)?.focus()', ''),
  scenes('search where somebody writes', 'hooks/usePageKey.ts', '|| isElsewhere(event)', ''),
  scenes(
    'hide what is on air by a search',
    'hooks/useInSight.ts',
    'if (!tile) return setSeen(false)',
    'if (!tile) return setSeen(true)',
  ),
  scenes(
    'hide what is on air by scrolling',
    'hooks/useInSight.ts',
    'setSeen((entries.at(-1)?.intersectionRatio ?? 0) >= 0.5)',
    'setSeen(entries.length > 0)',
  ),
  scenes(
    'call the way to a tile as the tile is called',
    'scenes/Sights.tsx',
    '{SIGHT_NAMES[mark]}</span>',
    '{name}</span>',
  ),
  scenes('lead to a tile that is left out', 'parts/Scenes.tsx', "flushSync(() => setSought(''))", ''),
  scenes('stop at every tile by Tab', 'parts/SceneTile.tsx', 'tabIndex={isEntry ? 0 : -1}', ''),
  scenes('forget where one was in the grid', 'parts/SceneGrid.tsx', 'scene.id === last', 'scene.name === last'),
  scenes(
    'draw every tile whenever anything is told',
    'parts/SceneTile.tsx',
    'memo(function SceneTile(',
    'Object.assign(function SceneTile(',
  ),
  scenes(
    'move the tile when it is pressed',
    'parts/Scenes.css',
    '.scene[data-sent]:not([data-mark]) {',
    '.scene[data-sent] {\n  margin-block-start: 1px;',
  ),
  scenes(
    'draw a thousand projects in one go',
    'hooks/useInPortions.ts',
    'const PORTION = 60',
    'const PORTION = 1_000',
  ),
  appearance(
    'dress after drawing',
    'main.tsx',
    'dress(document.documentElement, choices)',
    'setTimeout(() => dress(document.documentElement, choices), 50)',
  ),
  appearance('take a theme of an address for nothing', 'mirror/choices.ts', 'if (asked.theme) choose(asked)', ''),
  appearance('follow nobody', 'main.tsx', 'choices.follow()', ''),
  appearance(
    'need to keep what is chosen',
    'mirror/choices.ts',
    '  } catch {\n    return undefined\n  }',
    '  } finally {\n    // nothing\n  }',
  ),
  appearance('say that all is kept', 'setup/appearance/AppearanceSection.tsx', '{!kept && (', '{kept === null && ('),
  appearance('let targets shrink with the text', 'styles/base.css', '  --target: 44px;\n', ''),
]
