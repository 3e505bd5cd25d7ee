import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Opens a set of base map tiles (MBTiles) for reading. */
export function createBasemap({ file }: { file: string }) {
  if (!existsSync(file)) {
    throw new Error(`No base map at ${file}. Build it with scripts/build-basemap.ts.`)
  }
  const db = new DatabaseSync(file, { readOnly: true })
  const exists = db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?')
  const findIn = (table: 'tiles' | 'relief') => {
    // A base map of an earlier version has no relief, and is served without.
    if (!exists.get(table)) return () => null
    const find = db.prepare(`SELECT tile_data FROM ${table} WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?`)
    return (z: number, x: number, y: number): Uint8Array | null => {
      const row = find.get(z, x, 2 ** z - 1 - y) // MBTiles counts rows from the south
      return (row?.tile_data as Uint8Array | undefined) ?? null
    }
  }
  const version = db.prepare("SELECT value FROM metadata WHERE name = 'version'").get()?.value
  let open = true

  return {
    /** The gzipped vector tile, or null if the map has no such tile. Rows are counted from the north. */
    tile: findIn('tiles'),
    /** The PNG picture of the relief, or null. */
    relief: findIn('relief'),
    /** Changes with the content of the tiles, for immutable caching by URL. */
    version: String(version ?? ''),
    close(): void {
      if (open) db.close()
      open = false
    },
  }
}
