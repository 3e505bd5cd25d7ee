import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBasemap } from './basemap.ts'

describe('the base map reader', () => {
  let dir: string
  let file: string

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'basemap-'))
    file = join(dir, 'small.mbtiles')
    const db = new DatabaseSync(file)
    db.exec(`
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      CREATE TABLE relief (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      INSERT INTO metadata VALUES ('version', 'abc123');
    `)
    // the two rows of zoom 1 in MBTiles: 1 is the northern one
    db.prepare('INSERT INTO tiles VALUES (1, 0, 1, ?)').run(new Uint8Array([1, 2, 3]))
    db.prepare('INSERT INTO tiles VALUES (1, 0, 0, ?)').run(new Uint8Array([9]))
    db.prepare('INSERT INTO relief VALUES (1, 1, 1, ?)').run(new Uint8Array([7]))
    db.close()
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  it('counts rows from the north', () => {
    const basemap = createBasemap({ file })
    expect(basemap.tile(1, 0, 0)).toEqual(new Uint8Array([1, 2, 3]))
    expect(basemap.tile(1, 0, 1)).toEqual(new Uint8Array([9]))
    basemap.close()
  })

  it('returns pictures of the relief beside the tiles', () => {
    const basemap = createBasemap({ file })
    expect(basemap.relief(1, 1, 0)).toEqual(new Uint8Array([7]))
    expect(basemap.relief(1, 0, 0)).toBeNull()
    expect(basemap.tile(1, 1, 0)).toBeNull()
    basemap.close()
  })

  it('serves the tiles of an earlier base map, which has no relief', () => {
    const earlier = join(dir, 'earlier.mbtiles')
    const db = new DatabaseSync(earlier)
    db.exec('CREATE TABLE metadata (name, value); CREATE TABLE shared (zoom_level, tile_column, tile_row, tile_data);')
    // Identical tiles are stored once, behind a view.
    db.exec("CREATE VIEW tiles AS SELECT * FROM shared; INSERT INTO shared VALUES (0, 0, 0, x'05')")
    db.close()
    const basemap = createBasemap({ file: earlier })
    expect([basemap.tile(0, 0, 0), basemap.relief(0, 0, 0)]).toEqual([new Uint8Array([5]), null])
    basemap.close()
  })

  it('returns null for a missing tile', () => {
    const basemap = createBasemap({ file })
    expect(basemap.tile(1, 1, 0)).toBeNull()
    expect(basemap.tile(1, 0, 2)).toBeNull()
    expect(basemap.tile(22, 5, 5)).toBeNull()
    basemap.close()
  })

  it('has the version of its content', () => {
    const basemap = createBasemap({ file })
    expect(basemap.version).toBe('abc123')
    basemap.close()
  })

  it('closes twice without complaint', () => {
    const basemap = createBasemap({ file })
    basemap.close()
    expect(() => basemap.close()).not.toThrow()
  })

  it('reports the missing file and its build command', () => {
    const missing = join(dir, 'none.mbtiles')
    expect(() => createBasemap({ file: missing })).toThrow(
      `No base map at ${missing}. Build it with scripts/build-basemap.ts.`,
    )
  })
})
