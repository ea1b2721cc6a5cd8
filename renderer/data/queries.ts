/**
 * How screens read: TanStack Query over the bridge. The core's cache serves all views; this one keeps what a view has
 * drawn, and refetches what the core reports as touched. It loads with the scripts of the screens that read.
 */
import { keepPreviousData, notifyManager, QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PAGE } from '../../shared/contract/limits.ts'
import { createKeys, identityOf, pageOf } from '../../shared/contract/pages.ts'
import { type FailureKind, PASSING } from '../../shared/failures.ts'
import {
  isTouched,
  type Queried,
  type QueryAnswer,
  QueryError,
  type QueryInput,
  type Reading,
} from '../../shared/query/query.ts'
import { useActions, usePanel } from '../store/context.tsx'
import { isAway } from '../store/readFailures.ts'
import type { PanelStore } from '../store/store.ts'

export { describeReadFailure } from '../store/readFailures.ts'

// Notify immediately, so that a response is drawn in the frame in which it arrives.
notifyManager.setScheduler(queueMicrotask)

interface Page {
  items: unknown[]
  readAt: number
  total: number
  offset: number
}

type Key = readonly [profileId: string | null, name: Queried, input: { projectId?: string }]

const isUnread = ({ state }: { state: { status: string } }) => state.status === 'error'

/** Failures that may pass although the service is up: how long after one to retry, in ms; false: no retry. */
const PASSES_AFTER_MS = 15_000
const ASKED_AGAIN: readonly FailureKind[] = [...PASSING, 'unreadable']
const againAfter = (panel: PanelStore, error: Error | null): number | false => {
  if (!(error instanceof QueryError) || isAway(panel.store.getState())) return false
  const { failure } = error
  return (
    failure !== null && ASKED_AGAIN.includes(failure.kind) && Math.max(PASSES_AFTER_MS, failure.retryAfterMs ?? 0)
  )
}

const clients = new WeakMap<PanelStore, QueryClient>()

function clientOf(panel: PanelStore): QueryClient {
  const known = clients.get(panel)
  if (known) return known
  // The core decides when something is refetched; a failure is shown immediately, and "try again" is up to the user.
  const queries = { staleTime: Number.POSITIVE_INFINITY, retry: false, networkMode: 'always' } as const
  const client = new QueryClient({ defaultOptions: { queries } })
  panel.onTouched((touched) => {
    for (const query of client.getQueryCache().getAll()) {
      const [, name, input] = query.queryKey as Key
      if (!isTouched(name, input.projectId ?? null, touched)) continue
      const page = query.isActive() ? pageWith(query.state.data, touched.projectId) : null
      if (page) void readPageAgain(panel, client, query.queryKey as Key, page)
      else void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
  })
  panel.store.subscribe((now, before) => {
    // While the link was down, no touched message was received.
    if (now.link === 'up' && before.link !== 'up') void client.invalidateQueries()
    // What could not be read while the service was away is read as soon as it responds again.
    else if (isAway(before) && !isAway(now)) void client.invalidateQueries({ predicate: isUnread })
  })
  clients.set(panel, client)
  return client
}

/** In a list of several pages, the page that contains the changed item; null: the whole list is refetched. */
function pageWith(data: unknown, id: string | null): Page | null {
  const { pages } = (data ?? {}) as { pages?: Page[] }
  if (id === null || !pages || pages.length < 2) return null
  return pages.find(({ items }) => items.some((item) => identityOf(item) === id)) ?? null
}

/** One item changed: only its page is requested. If the list itself has shifted, all of it is refetched. */
async function readPageAgain(panel: PanelStore, client: QueryClient, queryKey: Key, page: Page): Promise<void> {
  const [, name, input] = queryKey
  const fresh = await readPage(panel, name as ListName, input, page.offset, true).catch(() => null)
  const same = (one: Page) => one.items.map(identityOf).join('\n')
  if (!fresh || fresh.total !== page.total || same(fresh) !== same(page))
    return client.invalidateQueries({ queryKey, exact: true })
  client.setQueryData<{ pages: Page[] }>(queryKey, (list) => {
    return list && { ...list, pages: list.pages.map((one) => (one.offset === page.offset ? fresh : one)) }
  })
}

async function readPage(panel: PanelStore, name: ListName, input: object, offset: number, again: boolean) {
  const { value, readAt } = await panel.query(name, { ...input, limit: PAGE.most, offset } as never, again)
  const { items, total } = pageOf<ItemOf<ListName>>(value)
  return { items, readAt, total, offset }
}

function useCachedRead<Name extends Queried>(name: Name, input: QueryInput<Name>) {
  const panel = useActions()
  const profileId = usePanel(({ state }) => state?.profileId ?? null)
  const client = clientOf(panel)
  const queryKey: Key = [profileId, name, input as { projectId?: string }]
  const wasRead = () => client.getQueryData(queryKey) !== undefined
  return { panel, client, queryKey, wasRead }
}

/**
 * One read, with its age. While it is read with another input, the last value stays.
 *
 * @param every refetch interval in ms while the page is visible; if omitted, only when the value is touched
 */
export function useRead<Name extends Queried>(name: Name, input: QueryInput<Name>, enabled = true, every?: number) {
  const { panel, client, queryKey, wasRead } = useCachedRead(name, input)
  return useQuery<Reading<QueryAnswer<Name>>>(
    {
      queryKey,
      queryFn: () => panel.query(name, input, wasRead()),
      placeholderData: keepPreviousData,
      enabled,
      refetchInterval: ({ state }) => againAfter(panel, state.error) || (every ?? false),
    },
    client,
  )
}

/** The reads that come a page at a time: their responses contain one array beside `total`. */
type ListName = {
  [Name in Queried]: 'offset' extends keyof QueryInput<Name> ? Name : never
}[Queried]
type ItemOf<Name extends ListName> = Extract<QueryAnswer<Name>[keyof QueryAnswer<Name>], readonly unknown[]>[number]

/**
 * A list, read a page at a time: the next page begins after the items received, and an empty page is the last. An
 * item that arrives twice, because the list shifted meanwhile, is shown once.
 */
export function useList<Name extends ListName>(
  name: Name,
  input: Omit<QueryInput<Name>, 'limit' | 'offset'>,
  enabled = true,
) {
  const { panel, client, queryKey, wasRead } = useCachedRead(name, input as QueryInput<Name>)
  const query = useInfiniteQuery(
    {
      queryKey,
      queryFn: ({ pageParam }) => readPage(panel, name, input, pageParam, wasRead()),
      initialPageParam: 0,
      enabled,
      refetchInterval: ({ state }) => againAfter(panel, state.error),
      getNextPageParam: ({ items, total, offset }) => {
        const next = offset + items.length
        return items.length === 0 || next >= total ? undefined : next
      },
    },
    client,
  )
  const pages = query.data?.pages ?? []
  const keysOf = createKeys()
  const byId = new Map(
    pages.flatMap(({ items, total }) => {
      const keys = keysOf(items, total)
      return items.map((item, at) => [keys[at] ?? '', item] as const)
    }),
  )
  const oldest = pages.length ? Math.min(...pages.map(({ readAt }) => readAt)) : null
  return { ...query, items: [...byId.values()] as ItemOf<Name>[], total: pages.at(-1)?.total ?? null, readAt: oldest }
}

/** A list that fetches pages automatically until it is complete; a failed page stops that until it is refetched. */
export function useWholeList<Name extends ListName>(name: Name, input: Omit<QueryInput<Name>, 'limit' | 'offset'>) {
  const list = useList(name, input)
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return list
}
