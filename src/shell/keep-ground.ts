import type { PageConfig } from '../contract/brontide.ts'
import type { Clock } from '../core/clock.ts'
import { FlatMap } from './flat-map.ts'
import { lookOfGround } from './ground-picture.ts'
import keeperUrl from './keep-ground-worker.ts?worker&url'
import type { KeepGround } from './kept-ground.ts'
import type { useMapInstance } from './map-hooks.ts'

/** A view that was looked at for so long may be the one that the next visit begins with. */
const SETTLED_MS = 6_000

/** Keeps a picture of the ground wherever the map has come to rest, for the next visit. Answers how to stop. */
export function keepGround(
  map: NonNullable<ReturnType<typeof useMapInstance>>,
  clock: Pick<Clock, 'every'>,
  config: PageConfig,
): () => void {
  if (!(map instanceof FlatMap) || !globalThis.caches) return () => {}
  let seen = lookOfGround(config)?.text
  let kept: string | undefined
  return clock.every(SETTLED_MS, () => {
    const look = lookOfGround(config)
    const isSettled = look?.text === seen && !map.isMoving()
    seen = look?.text
    if (!look || !isSettled || look.text === kept || document.hidden || !map.isWhole || !map.hasGround) return
    kept = look.text
    const keep = (picture: ImageBitmap) => send({ picture, look })
    map.pictureOfGround().then(keep, () => {}) // its graphics may be lost just then: the next visit does without
  })
}

function send(message: KeepGround): void {
  const keeper = new Worker(keeperUrl, { type: 'module' })
  keeper.onmessage = keeper.onerror = () => keeper.terminate()
  keeper.postMessage(message, [message.picture])
}
