import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import { isFullDisk } from '../history/full-disk.ts'
import { HASHED_PREFIX, loadStaticFiles, type StaticFile, type StaticFiles } from '../web/static.ts'

/** In `DATA_DIR`: the hashed files of each build, under its own name. */
const FOLDER = 'page'
const BUILD = /^[0-9a-f]{16}$/
const UNFINISHED = '.unfinished'

/**
 * The page's files, plus the hashed files of the previous build on this disk: pages opened before an upgrade still
 * request chunks of that build. Over HTTPS their service worker has them; over HTTP only the server can keep them.
 * `built` is the build folder, `dir` is `DATA_DIR`. A failure is logged.
 */
export function withEarlierAssets(of: {
  page: StaticFiles
  built: string
  dir: string
  clock: Clock
  log: Logger
}): StaticFiles {
  const { page, built, clock, log } = of
  const index = page.get('/index.html')
  if (!index) return page
  const folder = join(of.dir, FOLDER)
  try {
    mkdirSync(folder, { recursive: true })
    const own = nameOf(index)
    const [before, ...older] = othersIn(folder, own)
    for (const name of [UNFINISHED, ...older]) rmSync(join(folder, name), { recursive: true, force: true })
    keep(join(built, HASHED_PREFIX), folder, own, clock.now())
    const earlier = before === undefined ? [] : loadStaticFiles(join(folder, before))
    return new Map([...earlier, ...page])
  } catch (error) {
    const why = isFullDisk(error, of.dir) ? 'disk full: free space in DATA_DIR' : String(error)
    log.warn({ why }, 'page assets not preserved, pages opened before an upgrade may fail to load parts')
    return page
  }
}

/** index.html names every hashed file. */
function nameOf({ body }: StaticFile): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16)
}

/** Other builds, most recently run first. */
function othersIn(folder: string, own: string): string[] {
  const names = readdirSync(folder).filter((name) => BUILD.test(name) && name !== own)
  const ranMs = (name: string) => statSync(join(folder, name)).mtimeMs
  return names.sort((a, b) => ranMs(b) - ranMs(a))
}

/** Copies atomically; the modification time is the time of the last run. */
function keep(assets: string, folder: string, name: string, nowMs: number): void {
  const kept = join(folder, name)
  if (!existsSync(kept)) {
    const unfinished = join(folder, UNFINISHED)
    cpSync(assets, join(unfinished, HASHED_PREFIX), { recursive: true })
    renameSync(unfinished, kept)
  }
  utimesSync(kept, nowMs / 1_000, nowMs / 1_000)
}
