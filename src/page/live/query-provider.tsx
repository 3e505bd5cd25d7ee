import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MINUTE_MS } from '../../core/time/durations.ts'

const queries = new QueryClient({
  defaultOptions: {
    // The client below has retried already, within the rate; asking again at once would only queue.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5 * MINUTE_MS, gcTime: 30 * MINUTE_MS },
  },
})

/** The page's queries: each gets the same, wherever it stands. */
export default function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
