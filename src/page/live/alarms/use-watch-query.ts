import { useQuery } from '@tanstack/react-query'
import type { WatchAccess } from '../../../client/watch/watch-access.ts'
import type { Rights } from '../../../contract/watch/rights.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { useServerConnection } from '../server-connection.ts'

/** A query to the server's alarm API; disabled on servers without one. */
export function useWatchQuery<Answer>(
  key: readonly unknown[],
  ask: (access: WatchAccess, signal: AbortSignal) => Promise<Answer>,
  refetchInterval?: number,
) {
  const { watch } = useServerConnection()
  return useQuery({
    queryKey: ['watch', ...key],
    queryFn: async ({ signal }) => ask(await watch!(), signal),
    enabled: watch !== undefined,
    staleTime: MINUTE_MS,
    ...(refetchInterval !== undefined && { refetchInterval }),
  })
}

/** The identity and permissions of the user; undefined until loaded. */
export function useRights(): Rights | undefined {
  return useWatchQuery(['rights'], (access, signal) => access.rights(signal)).data
}
