import type { Logger } from 'pino'
import { problemText } from '../../core/problems/problem-text.ts'
import type { Clock } from '../../core/time/clock.ts'
import { isSame } from '../../core/util/is-same.ts'
import { type FollowedFile, followFile, type Kept } from '../settings/kept-file.ts'
import type { SettingsFaults } from '../settings/settings-faults.ts'
import { type FileLayers, type OwnLayer, readLayers } from './layers-file.ts'

/** Problems of a file logged individually. */
const NAMED = 20

/**
 * Layers of `LAYERS_FILE`, followed. A layer with an unchanged entry stays the same object, so that its cached
 * responses stay valid.
 */
export function followLayers(deps: {
  kept: Kept<FileLayers>
  clock: Clock
  log: Logger
  readText?: ((path: string) => Promise<string>) | undefined
  faults?: Pick<SettingsFaults, 'set'>
}): FollowedFile<readonly OwnLayer[]> {
  const { kept, log, readText, ...rest } = deps
  const { path } = kept
  let layers: readonly OwnLayer[] = kept.value.layers
  const file = followFile({
    name: 'LAYERS_FILE',
    kept,
    log,
    ...rest,
    ...(readText && { readText }),
    parse: (text) => readLayers(text, path ?? ''),
    partsLeftOut: ({ problems }) => problems,
    taken(read) {
      for (const problem of read.problems.slice(0, NAMED))
        log.warn({ problem: problemText(problem) }, 'invalid entry of LAYERS_FILE skipped')
      layers = read.layers.map((layer) => layers.find((known) => isSame(known, layer)) ?? layer)
    },
  })
  return { current: () => layers, close: file.close }
}
