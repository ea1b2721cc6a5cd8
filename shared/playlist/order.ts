/**
 * The items with those that are meant together, in their order, so that the first of them stands at this place.
 *
 * @param place from 0; more than there is room for: at the end
 */
export function moved<Item>(items: readonly Item[], isMeant: (item: Item) => boolean, place: number): Item[] {
  const [meant, others] = [items.filter(isMeant), items.filter((item) => !isMeant(item))]
  const at = Math.max(0, Math.min(place, others.length))
  return [...others.slice(0, at), ...meant, ...others.slice(at)]
}
