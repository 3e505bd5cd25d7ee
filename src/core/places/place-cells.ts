import { sharedSurfacePoint, surfacePoint } from '../geo/ellipsoid.ts'
import { cellOf, cellsAround } from '../nowcast/degree-cells.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import type { PlaceShape } from './place-shape.ts'

/** A chord is shorter than the surface distance, up to some millionths. */
const MARGIN = 1.001

interface Cell<Member> {
  members: Member[]
  /**
   * Per member the centre of its shape in space, km, and the square of its reach, interleaved to avoid cache misses.
   */
  balls: number[]
}

/** Index of places with a shape that may be within reach of a point, each with its own reach. */
export class PlaceCells<Member> {
  readonly #cells = new Map<number, Cell<Member>>()

  add(member: Member, shape: PlaceShape, withinKm: number): void {
    const { x, y, z } = surfacePoint(shape.middle.lat, shape.middle.lon)
    const reachKm = (withinKm + shape.reachKm) * MARGIN
    for (const index of cellsAround(shape, withinKm)) {
      const cell = heldOrMade(this.#cells, index, (): Cell<Member> => ({ members: [], balls: [] }))
      cell.members.push(member)
      cell.balls.push(x, y, z, reachKm * reachKm)
    }
  }

  visit(lat: number, lon: number, near: (member: Member) => void): void {
    const cell = this.#cells.get(cellOf({ lat, lon }))
    if (!cell) return
    const { members, balls } = cell
    const { x, y, z } = sharedSurfacePoint(lat, lon)
    for (let i = 0; i < members.length; i++) {
      const dx = balls[i * 4]! - x
      const dy = balls[i * 4 + 1]! - y
      const dz = balls[i * 4 + 2]! - z
      if (dx * dx + dy * dy + dz * dz <= balls[i * 4 + 3]!) near(members[i]!)
    }
  }
}
