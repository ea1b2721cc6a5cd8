import { type Place, placesOf, type Syntax } from './syntax.ts'

/** A text that users read: its position in the source, without quotes, and its value. */
export interface Readable {
  start: number
  end: number
  text: string
  /** How it is written: quoted, or in a template. */
  kind: 'literal' | 'template'
}

/** Strings in words modules that only programs read, by module and name, with the reason. */
const FOR_PROGRAMS: Record<string, string[]> = {
  // Names of commands, not texts.
  tray: ['MEANT'],
  // What is typed into a terminal, and the line that identifies our own launchers.
  hotkeys: ['command'],
  updates: ['marker'],
  // The character of a key: it is compared, and shown in capitals.
  labels: ['SHOW_KEYS'],
  places: ['PLACES_KEY', 'PLACE_KEYS'],
}

/** Every text of a words module that users read. */
export function readableIn(file: string, source: string): Readable[] {
  const module = /([^/]+)\.ts$/.exec(file)?.[1] ?? ''
  const forPrograms = FOR_PROGRAMS[module] ?? []
  return placesOf(file, source)
    .filter((place) => isSaid(place) && !place.above.some((one) => forPrograms.includes(nameOf(one))))
    .flatMap(textOf)
}

/** Can a sentence be here? Not in a key, a comparison, or the arguments of a method. */
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
      // A method's arguments are technical (a separator, a format); the arguments of our own functions are texts.
      return parent.callee !== node && parent.callee.type === 'MemberExpression' && !isFunction(node)
    case 'NewExpression':
      return !isFunction(node)
    default:
      return false
  }
}

const isFunction = ({ type }: Syntax) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

/** The name of a declaration or a property. */
function nameOf(node: Syntax): string {
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') return node.id.name
  return node.type === 'Property' && node.key.type === 'Identifier' ? node.key.name : ''
}

function textOf({ node }: Place): Readable[] {
  if (node.type === 'Literal' && typeof node.value === 'string')
    return [{ start: node.start + 1, end: node.end - 1, text: node.value, kind: 'literal' }]
  if (node.type !== 'TemplateLiteral') return []
  // A template part includes its delimiters: a backtick or a brace before it, a backtick or `${` after it.
  return node.quasis.map(({ start, end, tail, value }) => ({
    start: start + 1,
    end: end - (tail ? 1 : 2),
    text: value.cooked ?? '',
    kind: 'template',
  }))
}
