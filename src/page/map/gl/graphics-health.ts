import { Emitter } from '../../../core/util/emitter.ts'

/** Emits when the map loses its graphics context, and at the first frame drawn after that. */
export const graphicsHealth = new Emitter<'lost' | 'drawn'>()
