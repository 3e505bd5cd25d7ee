import { lazy } from 'react'
import type { DeskPart } from '../../live/desk-part.ts'

/** A wall's card for days without storms. */
export const quiet: DeskPart = { id: 'quiet', WallHead: lazy(() => import('./quiet-day.tsx')) }
