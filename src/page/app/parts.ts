import { alerts } from '../features/alerts/index.ts'
import { board } from '../features/board/index.ts'
import { evidence } from '../features/evidence/index.ts'
import { lightningClock } from '../features/lightning-clock/index.ts'
import { timeline } from '../features/timeline/index.ts'
import type { DeskPart } from '../shell/desk-part.ts'
import { lazyPart } from '../shell/lazy-part.ts'

/** What is chosen from a list comes out from under the panels. */
const sight: DeskPart = { id: 'sight', Layer: lazyPart(() => import('../shell/sight.tsx')) }

/** Every part of the desk that is no hazard of its own, in the order in which they stand. */
export const parts: readonly DeskPart[] = [lightningClock, alerts, board, evidence, timeline, sight]
