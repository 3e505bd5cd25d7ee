import { Emitter } from '../../../core/util/emitter.ts'

/** Hears when the map loses its graphics context, and of the first frame that it, or the map after it, draws again. */
export const graphicsHealth = new Emitter<'lost' | 'drawn'>()
