import { createHash } from 'node:crypto'
import { renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import type { BuiltTile } from './tiles.ts'

/** Counts of the writer. */
export interface WrittenSet {
  tiles: number
  /** Tiles of different content: most of the sea is one tile. */
  distinct: number
  bytes: number
}

/** Compresses tiles; consecutive equal tiles once. */
export function createPacker(): (data: Uint8Array) => Uint8Array {
  let last: { data: Uint8Array; packed: Uint8Array } | null = null
  return (data) => {
    if (last?.data !== data) last = { data, packed: gzipSync(data) }
    return last.packed
  }
}

/**
 * Writes gzipped tiles to an MBTiles file. Equal tiles are stored once, and equal input gives an equal file. The file
 * gets its name when complete. Files written in parallel may share a packer.
 */
export function createMbtiles(file: string, metadata: Record<string, string>, pack = createPacker()) {
  const unfinished = `${file}.part`
  rmSync(unfinished, { force: true })
  const db = new DatabaseSync(unfinished)
  db.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT);
    CREATE TABLE images (tile_id INTEGER PRIMARY KEY, tile_data BLOB);
    CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id INTEGER,
      PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID;
    CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING (tile_id);
    CREATE TABLE relief (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB,
      PRIMARY KEY (zoom_level, tile_column, tile_row));
    BEGIN;
  `)
  const putImage = db.prepare('INSERT INTO images VALUES (?, ?)')
  const putTile = db.prepare('INSERT INTO map VALUES (?, ?, ?, ?)')
  const putRelief = db.prepare('INSERT INTO relief VALUES (?, ?, ?, ?)')
  const putMetadata = db.prepare('INSERT INTO metadata VALUES (?, ?)')

  const idOf = new Map<string, number>()
  const content = createHash('sha256')
  let count = 0
  return {
    put({ z, x, y, data }: BuiltTile): void {
      const digest = createHash('sha256').update(data).digest('base64')
      let id = idOf.get(digest)
      if (id === undefined) {
        id = idOf.size + 1
        idOf.set(digest, id)
        putImage.run(id, pack(data))
      }
      putTile.run(z, x, (1 << z) - 1 - y, id) // MBTiles counts rows from the south
      content.update(`${z}/${x}/${y} ${digest}\n`)
      count++
    },

    /** A relief image, stored in a separate table. */
    putRelief({ z, x, y, data }: BuiltTile): void {
      putRelief.run(z, x, (1 << z) - 1 - y, data)
      content.update(`relief ${z}/${x}/${y} `).update(data)
    },

    finish(): WrittenSet {
      const version = content.digest('hex').slice(0, 12)
      for (const [name, value] of Object.entries({ ...metadata, version })) putMetadata.run(name, value)
      db.exec('COMMIT')
      db.close()
      renameSync(unfinished, file)
      return { tiles: count, distinct: idOf.size, bytes: statSync(file).size }
    },
  }
}
