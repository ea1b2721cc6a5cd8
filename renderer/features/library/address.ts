import { adjust, fragmentOf, go, useParameters } from '../../store/address.ts'

/** Which files of the list are shown. */
export type Use = 'all' | 'usable' | 'unusable'

interface Address {
  folder: string | null
  find: string
  use: Use
  /** The import form is open. */
  import: boolean
}

/** The fragment for an address. */
export const addressOf = ({ use, ...rest }: Partial<Address>): string =>
  fragmentOf('files', { ...rest, use: use === 'all' ? null : use })

/** The current address within the Files screen. */
export function useAddress() {
  const given = useParameters('files')
  const use = given.get('use')
  const address: Address = {
    folder: given.get('folder'),
    find: given.get('find') ?? '',
    use: use === 'usable' || use === 'unusable' ? use : 'all',
    import: given.has('import'),
  }
  return {
    address,
    go: (change: Partial<Address>) => go(addressOf({ ...address, ...change })),
    adjust: (change: Partial<Address>) => adjust(addressOf({ ...address, ...change })),
  }
}
