import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useMapInstance } from '../../map/map-hooks.ts'
import type { HeldCell } from './fire-field.ts'
import { createFireMarks } from './fire-marks.ts'

/** Updates a map source with the fires of these cells, step by step, changes only. */
export function useFireMarks(sourceId: string, cells: readonly HeldCell[], nowMs: number): void {
  const map = useMapInstance()
  const [marks] = useState(() => ({ ...createFireMarks(), source: null as GeoJSONSource | null }))
  useEffect(() => {
    if (!map) return
    let run = 0
    const sync = async () => {
      const own = ++run
      for (;;) {
        const source = map.getSource<GeoJSONSource>(sourceId) ?? null
        if (own !== run || !source) return
        if (source !== marks.source) {
          // The first one, or that of a new style.
          marks.reset()
          marks.source = source
        }
        const diff = marks.next(cells, nowMs)
        if (!diff) return
        await source.updateData(diff)
      }
    }
    const onSource = ({ sourceId: id }: { sourceId: string }) => {
      if (id === sourceId && map.getSource(sourceId) !== marks.source) void sync()
    }
    void sync()
    map.on('sourcedataloading', onSource)
    return () => {
      run = -1
      map.off('sourcedataloading', onSource)
    }
  }, [map, sourceId, cells, nowMs, marks])
}
