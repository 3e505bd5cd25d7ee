import type { DeskPart } from '../../live/desk-part.ts'
import { partOnDemand } from '../../ui/part/lazy-part.ts'

/** A wall's card for days without storms. */
export const quiet: DeskPart = { id: 'quiet', WallHead: partOnDemand(() => import('./quiet-day.tsx')) }
