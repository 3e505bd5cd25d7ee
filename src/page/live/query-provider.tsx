import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MINUTE_MS } from '../../core/time/durations.ts'

const queries = new QueryClient({
  defaultOptions: {
    // The client below has already retried, within the rate limit.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5 * MINUTE_MS, gcTime: 30 * MINUTE_MS },
  },
})

/** The page's query client, shared by all components. */
export default function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
