import { lazyPart } from './lazy-part.ts'

/** Lets what is inside ask by queries, which the first load does without. */
export const WithQueries = lazyPart(() => import('./query-provider.tsx'))
