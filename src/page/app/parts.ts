import { accumulations } from '../features/accumulations/index.ts'
import { alerts } from '../features/alerts/index.ts'
import { board } from '../features/board/index.ts'
import { chance } from '../features/chance/index.ts'
import { evidence } from '../features/evidence/index.ts'
import { holdTimer } from '../features/hold-timer/index.ts'
import { ownLayers } from '../features/own-layers/index.ts'
import { quiet } from '../features/quiet/index.ts'
import { stormsInWords } from '../features/storms/index.ts'
import { timeline } from '../features/timeline/index.ts'
import { watch } from '../features/watch/index.ts'
import type { DeskPart } from '../live/desk-part.ts'
import { lazyPart } from '../ui/part/lazy-part.ts'

const afterOpening: DeskPart = { id: 'after-opening', Layer: lazyPart(() => import('../map/after-opening.tsx')) }

/** All components of the desk that are not hazards, in display order. */
export const parts: readonly DeskPart[] = [
  holdTimer,
  alerts,
  watch,
  board,
  quiet,
  evidence,
  stormsInWords,
  accumulations,
  chance,
  ownLayers,
  timeline,
  afterOpening,
]
