import { POINTS_NOTED, POINTS_SETTLED } from '../../src/server/sources/upstream/local-point-budget.ts'

interface Line {
  msg?: string
  call?: string
  points?: number
}

/** Points of calls in flight when a process was killed, by its log at level `debug`. They may have been charged or not. */
export function pointsUnderWay(log: string): number {
  const open = new Map<string, number>()
  for (const text of log.split('\n')) {
    if (!text.includes(POINTS_NOTED) && !text.includes(POINTS_SETTLED)) continue
    const { msg, call, points = 0 } = JSON.parse(text) as Line
    if (call === undefined) continue
    if (msg === POINTS_NOTED) open.set(call, points)
    else open.delete(call)
  }
  return [...open.values()].reduce((sum, points) => sum + points, 0)
}
