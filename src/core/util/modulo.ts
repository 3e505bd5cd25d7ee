/** The remainder of a division, from 0 up to `by`, for negative values too. */
export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
