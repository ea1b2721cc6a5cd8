/** What writing this list removes, and whether viewers see it restart: shown before it is sent. */
export function writeWarnings(
  there: readonly { fileId: string }[],
  files: readonly { fileId: string }[],
  { restarts, onAir }: { restarts: boolean; onAir: boolean },
): { removed: number; restarts: boolean } {
  const left = Map.groupBy(files, ({ fileId }) => fileId)
  const removed = there.filter(({ fileId }) => left.get(fileId)?.shift() === undefined).length
  return { removed, restarts: restarts && onAir }
}
