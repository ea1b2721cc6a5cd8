import { adjust, fragmentOf, go, useParameters } from '../../store/address.ts'
import { usePanel } from '../../store/context.tsx'

/** What the address contains: the project, and which scene and layer of it are open. */
interface Address {
  project: string | null
  scene: string | null
  layer: string | null
}

export const addressOf = (address: Partial<Address>): string => fragmentOf('build', { ...address })

/** The current address: the named project, otherwise the show target. */
export function useAddress() {
  const given = useParameters('build')
  const targetId = usePanel(({ state }) => state?.targetId ?? null)
  const address: Address = {
    project: given.get('project') ?? targetId,
    scene: given.get('scene'),
    layer: given.get('layer'),
  }
  return {
    address,
    go: (change: Partial<Address>) => go(addressOf({ ...address, layer: null, ...change })),
    adjust: (change: Partial<Address>) => adjust(addressOf({ ...address, ...change })),
  }
}
