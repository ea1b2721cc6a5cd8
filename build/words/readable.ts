import { type Place, placesOf, type Syntax } from './syntax.ts'

/** A text that people read: where its characters stand in the source, without quotes, and what it says. */
export interface Readable {
  start: number
  end: number
  text: string
  /** What it stands in: quotes, or a template. */
  kind: 'literal' | 'template'
}

/** What stands in a module of words and is read by programs only, by module and name, and why. */
const FOR_PROGRAMS: Record<string, string[]> = {
  // The names of commands: what whoever armed was about to do.
  tray: ['MEANT'],
  // What is typed into a terminal, and the line by which our own launchers are known again.
  hotkeys: ['command'],
  updates: ['marker'],
  // What a key writes: it is asked for, and shown in capitals.
  labels: ['SHOW_KEYS'],
  places: ['PLACES_KEY', 'PLACE_KEYS'],
}

/** Every text of a module of words that is read by people. */
export function readableIn(file: string, source: string): Readable[] {
  const module = /([^/]+)\.ts$/.exec(file)?.[1] ?? ''
  const forPrograms = FOR_PROGRAMS[module] ?? []
  return placesOf(file, source)
    .filter((place) => isSaid(place) && !place.above.some((one) => forPrograms.includes(nameOf(one))))
    .flatMap(textOf)
}

/** Whether a place is one where a sentence stands: not a key, not what is compared, not what a method is told. */
function isSaid({ node, above }: Place): boolean {
  const path = [node, ...above]
  return path.every((one, index) => {
    const parent = path[index + 1]
    return parent === undefined || !isTechnical(one, parent)
  })
}

const COMPARING = ['===', '!==', '==', '!=', '<', '>', '<=', '>=', 'in']

function isTechnical(node: Syntax, parent: Syntax): boolean {
  switch (parent.type) {
    case 'Property':
      return parent.key === node
    case 'MemberExpression':
      return parent.computed && parent.property === node
    case 'SwitchCase':
      return parent.test === node
    case 'SwitchStatement':
      return parent.discriminant === node
    case 'BinaryExpression':
      return COMPARING.includes(parent.operator)
    case 'CallExpression':
      // A method is told how (a separator, a format); a function of ours is told what to say.
      return parent.callee !== node && parent.callee.type === 'MemberExpression' && !isFunction(node)
    case 'NewExpression':
      return !isFunction(node)
    default:
      return false
  }
}

const isFunction = ({ type }: Syntax) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

/** What a declaration or a property is called. */
function nameOf(node: Syntax): string {
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') return node.id.name
  return node.type === 'Property' && node.key.type === 'Identifier' ? node.key.name : ''
}

function textOf({ node }: Place): Readable[] {
  if (node.type === 'Literal' && typeof node.value === 'string')
    return [{ start: node.start + 1, end: node.end - 1, text: node.value, kind: 'literal' }]
  if (node.type !== 'TemplateLiteral') return []
  // A piece of a template is told with what holds it: a backtick or a brace before, a backtick or `${` behind.
  return node.quasis.map(({ start, end, tail, value }) => ({
    start: start + 1,
    end: end - (tail ? 1 : 2),
    text: value.cooked ?? '',
    kind: 'template',
  }))
}
