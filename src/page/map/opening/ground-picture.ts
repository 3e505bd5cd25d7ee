import type { PageConfig } from '../../../contract/brontide.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import { usePage } from '../../state/page-store.ts'
import { viewText } from '../../state/url-state.ts'
import { homeView } from '../camera/home-view.ts'
import { deskScale } from '../map-size.ts'
import { type GroundLook, HOME_PLACE, OTHER_PLACE } from './kept-ground.ts'
import { earlyGround } from './preload.ts'

/** The look of the ground that the map is to show now; null where none is kept: a wall's, or that of a style not ours. */
export function lookOfGround({ boundaries, basemapVersion, basemapStyleUrl }: PageConfig): GroundLook | null {
  const { theme, lang, projection, mapLines, view, wall } = usePage.getState()
  if (wall || basemapStyleUrl) return null
  const at = viewText(view)
  const build = import.meta.url // its name holds a hash of what is in it
  const style = [theme, lang, projection, mapLines.includes('graticule'), boundaries, basemapVersion, build]
  const size = [innerWidth, innerHeight, devicePixelRatio, deskScale()]
  const place = at === viewText(homeView()) ? HOME_PLACE : OTHER_PLACE
  return { place, text: JSON.stringify([at, ...style, ...size]) }
}

/**
 * The ground as this browser last drew it, to be seen under the map's canvas until the map has drawn it anew. It changes
 * with a new build and no sooner, so that the picture is as true as what comes after it. What is live is never kept.
 */
class GroundPicture {
  readonly changed = new Emitter<void>()
  #image: HTMLImageElement | null = null
  #isOver = false

  /** What to show; null while there is none, and for good once the map shows a ground of its own. */
  get image(): HTMLImageElement | null {
    return this.#image
  }

  /** Takes over the picture that early code shows, if it is of what the page is about to show. */
  async find(config: PageConfig): Promise<void> {
    const early = await earlyGround
    if (!early) return
    const { image } = early
    if (this.#isOver || early.look !== lookOfGround(config)?.text) {
      drop(image)
      return
    }
    this.#image = image
    this.changed.emit()
  }

  /** The map shows its own ground, or has left the picture's place, or there is no map. */
  end(): void {
    this.#isOver = true
    void earlyGround.then((early) => early && drop(early.image))
    if (!this.#image) return
    this.#image = null
    this.changed.emit()
  }
}

export const groundPicture = new GroundPicture()

function drop(image: HTMLImageElement): void {
  image.remove()
  URL.revokeObjectURL(image.src)
}
