import { lazyPart } from '../ui/part/lazy-part.ts'

/** Enables queries for its children; not part of the first load. */
export const WithQueries = lazyPart(() => import('./query-provider.tsx'))
