import type { PageConfig } from '../../../contract/brontide.ts'
import { PREFERENCES_KEY } from '../../state/preferences-key.ts'
import { GROUND_CACHE, LOOK_HEADER, OPENED_HEADER } from './kept-ground.ts'
import { markShown } from './paint-timing.ts'

/** What of an address, and of the stored choices, changes the ground's look. */
const SEEN_BY = ['theme', 'lang', 'projection', 'lines']
/** A wall keeps none, and the parts of the design are no map. */
const WITHOUT = ['kiosk', 'gallery']

type Config = Pick<PageConfig, 'boundaries' | 'basemapVersion' | 'basemapStyleUrl'>

/** A picture that is shown before the page's code is there. */
export interface EarlyGround {
  image: HTMLImageElement
  /** The look of its ground, as `GroundLook.text`. */
  look: string
}

/**
 * What the ground looks like, as far as it can be told before the page's code is there. ASCII; null where no picture is to
 * be shown. `hash` is that of an address.
 */
export function openedText(config: Config, hash: string): string | null {
  const said = new URLSearchParams(location.search)
  if (config.basemapStyleUrl || WITHOUT.some((name) => said.has(name))) return null
  const style = SEEN_BY.map(chosenInPage)
  const build = [...document.scripts].map(({ src }) => src)
  const page = [innerWidth, innerHeight, devicePixelRatio, navigator.language]
  return encodeURI(JSON.stringify([hash, style, page, config.boundaries, config.basemapVersion, build]))
}

/** What the address says of a choice, or else the person's own. */
export function chosenInPage(name: string): string | null {
  try {
    const stored = localStorage.getItem(PREFERENCES_KEY) ?? ''
    return new URLSearchParams(location.search).get(name) ?? new URLSearchParams(stored).get(name)
  } catch {
    return null // storage can be forbidden
  }
}

/** Shows the picture of the ground that the page was last left with, if it is opened the same way; null where there is none. */
export async function showEarlyGround(config: Config): Promise<EarlyGround | null> {
  if (!globalThis.caches) return null // a page that was not served securely
  const opened = openedText(config, location.hash)
  if (!opened) return null
  const cache = await caches.open(GROUND_CACHE)
  for (const place of await cache.keys()) {
    const kept = await cache.match(place)
    if (!kept?.headers.get(OPENED_HEADER)?.split(' ').includes(opened)) continue
    const image = new Image()
    image.alt = ''
    image.draggable = false
    image.src = URL.createObjectURL(await kept.blob())
    await image.decode()
    Object.assign(image.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '-1' })
    document.body.prepend(image)
    markShown('ground')
    return { image, look: kept.headers.get(LOOK_HEADER) ?? '' }
  }
  return null
}
