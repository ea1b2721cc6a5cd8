import { type ESTree, parseSync } from 'vite'

/** A node of a source; `above`: the nodes that contain it, the innermost first. */
export interface Place {
  node: Syntax
  above: readonly Syntax[]
}
export type Syntax = ESTree.Node & { start: number; end: number }

/** Every node of a source that is executed: types and import sources are omitted. */
export function placesOf(file: string, source: string): Place[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const places: Place[] = []
  const visit = (node: Syntax, above: readonly Syntax[]): void => {
    if (!isRun(node)) return
    places.push({ node, above })
    for (const child of childrenOf(node)) visit(child, [node, ...above])
  }
  visit(program as Syntax, [])
  return places
}

/** The node types that contain an expression besides a type. */
const EXPRESSIONS_WITH_TYPES = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']

function isRun(node: Syntax): boolean {
  if (node.type === 'ImportExpression' || ('source' in node && node.source !== null)) return false
  return !node.type.startsWith('TS') || EXPRESSIONS_WITH_TYPES.includes(node.type)
}

function childrenOf(node: Syntax): Syntax[] {
  return Object.values(node).flat().filter(isSyntax)
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}
