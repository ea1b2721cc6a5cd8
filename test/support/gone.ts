import type { Locator, Page } from 'playwright'

/**
 * Waits until an element has left the page. What is only hidden has no role any more, though it is still there and may yet
 * say that it was closed: so a role is asked for with `includeHidden`.
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
