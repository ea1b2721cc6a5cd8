/**
 * Moves the matching items together, in their order, so that the first of them is at the given place.
 *
 * @param place from 0; beyond the end: at the end
 */
export function moved<Item>(items: readonly Item[], isMeant: (item: Item) => boolean, place: number): Item[] {
  const [meant, others] = [items.filter(isMeant), items.filter((item) => !isMeant(item))]
  const at = Math.max(0, Math.min(place, others.length))
  return [...others.slice(0, at), ...meant, ...others.slice(at)]
}
