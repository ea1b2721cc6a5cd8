import type { ReactNode } from 'react'
import { Button } from '../button/PressButton.tsx'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

/** Fetches the next page of a list. Clicks are ignored while one is being fetched. */
export function ReadFurther({ list, children }: { list: Pages; children: ReactNode }) {
  if (!list.hasNextPage) return null
  const isReading = list.isFetchingNextPage
  return (
    <Button aria-disabled={isReading || undefined} onClick={() => void (isReading || list.fetchNextPage())}>
      {children}
    </Button>
  )
}
