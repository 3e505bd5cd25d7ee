import { type Codec, oneParam } from './codec.ts'
import type { Selection } from './selection.ts'

/** The URL properties of a hazard. */
export interface UrlOverlay {
  id: string
  defaultOn: boolean
  selection?: { kind: string; urlParam: string }
  /** Without a row in the layers panel it has no switch either: it is always on, and no business of the address. */
  Row?: unknown
}

type LayersCodec = Codec<readonly string[]> & { keptAs: Pick<Codec<readonly string[]>, 'parse' | 'format'> }

/** The hazards that existed when the stored list contained the layers that are on, instead of those that are off. */
const HAZARDS_KEPT_BY_ON = ['lightning', 'storms', 'airports', 'fires']

/** The URL lists the layers that are on. Storage holds only switched ones, so that a new hazard is visible. */
export function layersCodec(overlays: readonly UrlOverlay[]): LayersCodec {
  const switchable = overlays.filter(({ Row }) => Row)
  const idsOf = (isOn: (overlay: UrlOverlay) => boolean) => switchable.filter(isOn).map(({ id }) => id)
  return {
    ...oneParam<readonly string[]>({
      param: 'layers',
      parse(text) {
        const named = text.split(',')
        return idsOf(({ id }) => named.includes(id))
      },
      format: (on) => idsOf(({ id }) => on.includes(id)).join(),
    }),
    default: idsOf(({ defaultOn }) => defaultOn),
    keptAs: {
      parse(query) {
        const switched = query.get('switched')?.split(',')
        if (switched) {
          return idsOf(({ id, defaultOn }) => (defaultOn ? !switched.includes(`-${id}`) : switched.includes(id)))
        }
        const on = query.get('layers')?.split(',')
        return on && idsOf(({ id, defaultOn }) => (HAZARDS_KEPT_BY_ON.includes(id) ? on.includes(id) : defaultOn))
      },
      format(on) {
        const switched = switchable.filter(({ id, defaultOn }) => on.includes(id) !== defaultOn)
        return [['switched', switched.map(({ id, defaultOn }) => (defaultOn ? `-${id}` : id)).join()]]
      },
    },
  }
}

/** Each selection kind has its own URL parameter with the selected id. */
export function selectionCodec(overlays: readonly UrlOverlay[]): Codec<Selection | null> {
  const kinds = overlays.flatMap(({ selection }) => selection ?? [])
  return {
    params: kinds.map(({ urlParam }) => urlParam),
    parse(query) {
      const said = kinds.findLast(({ urlParam }) => query.get(urlParam))
      return said && { kind: said.kind, id: query.get(said.urlParam)! }
    },
    format(selection) {
      const said = kinds.find(({ kind }) => kind === selection?.kind)
      return selection && said ? [[said.urlParam, selection.id]] : []
    },
    default: null,
  }
}
