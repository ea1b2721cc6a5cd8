import type { ReactNode } from 'react'
import { Button } from './PressButton.tsx'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

/** Reads the next page of a list that has more. While that is on its way another press asks for nothing. */
export function ReadFurther({ list, children }: { list: Pages; children: ReactNode }) {
  if (!list.hasNextPage) return null
  const isReading = list.isFetchingNextPage
  return (
    <Button aria-disabled={isReading || undefined} onClick={() => void (isReading || list.fetchNextPage())}>
      {children}
    </Button>
  )
}
