import { lazyPart } from './lazy-part.ts'

/** Enables queries for its children; not part of the first load. */
export const WithQueries = lazyPart(() => import('./query-provider.tsx'))
