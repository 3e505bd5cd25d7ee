import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { startSimulated } from '../../e2e/stack.ts'
import { precompress } from '../../scripts/lib/precompress.ts'
import { pageConfigSchema } from '../../src/contract/brontide.ts'
import { basemapStyle } from '../../src/page/map/basemap/style.ts'
import { homeViewAtDesk } from '../../src/page/map/camera/desk-view.ts'
import { readView, viewText } from '../../src/page/state/view.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A Brontide on its simulator that serves a bare map beside its page. */
export interface OpeningPages {
  url: string
  /** Of the bare map with the view of `address` in a window of this size, relative. */
  bareAddress(address: string, size: { width: number; height: number }): string
  close(): Promise<void>
}

/** Serves the built page of `page` and, built now, a page that shows the same base map and has no other code of ours. */
export async function serveOpeningPages(page = join(ROOT, 'dist', 'page')): Promise<OpeningPages> {
  if (!existsSync(join(page, 'index.html'))) throw new Error(`There is no page at ${page}: npm run build makes one.`)
  const root = await mkdtemp(join(tmpdir(), 'brontide-bench-open-'))
  const forget = () => rm(root, { recursive: true, force: true })
  try {
    await mkdir(join(root, 'dist'))
    await cp(page, join(root, 'dist', 'page'), { recursive: true })
    await cp(join(ROOT, 'package.json'), join(root, 'package.json'))
    await symlink(join(ROOT, 'dist', 'basemap'), join(root, 'dist', 'basemap'))
    await buildBareMap(join(root, 'dist', 'page', 'bare'))
    const brontide = await startSimulated({ LOG_LEVEL: 'warn', BUILD_ROOT: root })
    const config = await fetch(new URL('/api/config', brontide.url)).then((answer) => answer.json())
    const { boundaries, basemapVersion } = pageConfigSchema.parse(config)
    return {
      url: brontide.url,
      bareAddress(address, size) {
        const { hash } = new URL(address, brontide.url)
        const view = readView(hash) ?? homeViewAtDesk(size)
        return `/bare/index.html?set=${boundaries}&v=${basemapVersion}#${viewText(view)}`
      },
      close: () => brontide.close().finally(forget),
    }
  } catch (error) {
    await forget()
    throw error
  }
}

async function buildBareMap(outDir: string): Promise<void> {
  const style = basemapStyle({ theme: 'dark', lang: 'en', tilesUrl: '' })
  await build({
    root: join(import.meta.dirname, 'bare'),
    configFile: false,
    logLevel: 'error',
    base: '/bare/',
    define: { BARE_STYLE: JSON.stringify(style) },
    plugins: [precompress()],
    build: { outDir, target: 'es2023', modulePreload: { polyfill: false }, chunkSizeWarningLimit: 10_000 },
  })
}
