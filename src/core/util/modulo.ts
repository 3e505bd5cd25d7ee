/** Remainder in [0, by), for negative values too. */
export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
