import type { Locator, Page } from 'playwright'

/**
 * Waits until an element has left the page. A hidden element no longer has a role, though it still exists and may yet
 * report that it was closed: so roles must be queried with `includeHidden`.
 */
export async function gone(element: Locator): Promise<void> {
  const roles = String(element).match(/getByRole\([^)]*\)/g) ?? []
  if (roles.some((role) => !role.includes('includeHidden: true')))
    throw new Error(
      `${element}: what is hidden has no role; ask for it with includeHidden, or by what it is in the page`,
    )
  await element.waitFor({ state: 'detached' })
}

/** The same for a button, by its exact name. */
export const goneButton = (page: Page, name: string): Promise<void> =>
  gone(page.getByRole('button', { name, exact: true, includeHidden: true }))
