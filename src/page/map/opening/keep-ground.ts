import type { PageConfig } from '../../../contract/brontide.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { PatchedMap } from '../gl/patched-map.ts'
import type { useMapInstance } from '../map-hooks.ts'
import { openedText } from './early-ground.ts'
import { lookOfGround } from './ground-picture.ts'
import keeperUrl from './keep-ground-worker.ts?worker&url'
import { type GroundLook, HOME_PLACE, type KeepGround } from './kept-ground.ts'

/** A view that was looked at for so long may be the one that the next visit begins with. */
const SETTLED_MS = 6_000

/** Keeps a picture of the ground wherever the map has come to rest, for the next visit. Answers how to stop. */
export function keepGround(
  map: NonNullable<ReturnType<typeof useMapInstance>>,
  clock: Pick<Clock, 'every'>,
  config: PageConfig,
): () => void {
  if (!(map instanceof PatchedMap) || !globalThis.caches) return () => {}
  let seen = lookOfGround(config)?.text
  let kept: string | undefined
  return clock.every(SETTLED_MS, () => {
    const look = lookOfGround(config)
    const isSettled = look?.text === seen && !map.isMoving()
    seen = look?.text
    const opened = look && openedAs(look, config)
    if (
      !look ||
      !opened ||
      !isSettled ||
      kept === look.text + opened ||
      document.hidden ||
      !map.isWhole ||
      !map.hasGround
    )
      return
    kept = look.text + opened
    const keep = (picture: ImageBitmap | null) => picture && send({ picture, look, opened })
    map.pictureOfGround().then(keep, () => {}) // its graphics may be lost just then: the next visit does without
  })
}

/** How the next visit may be opened to begin with this view: all of China is shown without an address of its own as well. */
function openedAs({ place }: GroundLook, config: PageConfig): string {
  const hashes = place === HOME_PLACE ? ['', location.hash] : [location.hash]
  return hashes.map((hash) => openedText(config, hash)).join(' ')
}

let keeper: Worker | null = null

/** One stays for all: the page stands still while a worker that used the GPU is ended, until the GPU lets go of it. */
function send(message: KeepGround): void {
  keeper ??= new Worker(keeperUrl, { type: 'module' })
  keeper.onerror = () => {
    keeper = null // it may never have been loaded
  }
  keeper.postMessage(message, [message.picture])
}
