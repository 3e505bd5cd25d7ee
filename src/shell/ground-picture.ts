import type { PageConfig } from '../contract/brontide.ts'
import { Emitter } from '../core/emitter.ts'
import { homeView } from './home-view.ts'
import { GROUND_CACHE, type GroundLook, LOOK_HEADER } from './kept-ground.ts'
import { deskScale } from './map-size.ts'
import { useShell } from './shell-store.ts'
import { viewText } from './url-state.ts'

/** The look of the ground that the map is to show now; null where none is kept: a wall's, or that of a style not ours. */
export function lookOfGround({ boundaries, basemapVersion, basemapStyleUrl }: PageConfig): GroundLook | null {
  const { theme, lang, projection, mapLines, view, wall } = useShell.getState()
  if (wall || basemapStyleUrl) return null
  const at = viewText(view)
  const build = import.meta.url // its name holds a hash of what is in it
  const style = [theme, lang, projection, mapLines.includes('graticule'), boundaries, basemapVersion, build]
  const size = [innerWidth, innerHeight, devicePixelRatio, deskScale()]
  const place = at === viewText(homeView()) ? '/kept/home' : '/kept/elsewhere'
  return { place, text: JSON.stringify([at, ...style, ...size]) }
}

/**
 * The ground as this browser last drew it, to be seen under the map's canvas until the map has drawn it anew. It changes
 * with a new build and no sooner, so that the picture is as true as what comes after it. What is live is never kept.
 */
class GroundPicture {
  readonly changed = new Emitter<void>()
  #address: string | null = null
  #isOver = false

  /** What to show; null while there is none, and for good once the map shows a ground of its own. */
  get address(): string | null {
    return this.#address
  }

  /** Looks for the picture of what the page is about to show. */
  async find(config: PageConfig): Promise<void> {
    const look = lookOfGround(config)
    const kept = look && (await keptPicture(look).catch(() => null)) // storage can be forbidden
    if (!kept || this.#isOver) return
    this.#address = URL.createObjectURL(kept)
    this.changed.emit()
  }

  /** The map shows its own ground, or has left the picture's place. */
  end(): void {
    this.#isOver = true
    if (!this.#address) return
    URL.revokeObjectURL(this.#address)
    this.#address = null
    this.changed.emit()
  }
}

export const groundPicture = new GroundPicture()

async function keptPicture({ place, text }: GroundLook): Promise<Blob | null> {
  if (!globalThis.caches) return null // a page that was not served securely
  const kept = await caches.match(place, { cacheName: GROUND_CACHE })
  return kept?.headers.get(LOOK_HEADER) === text ? kept.blob() : null
}
