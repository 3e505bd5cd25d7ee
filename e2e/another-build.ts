import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A root for a server whose page is another build. */
export interface Build {
  root: string
  remove(): Promise<void>
}

/**
 * The page as a next release: every hashed file has another name, also in all references. The service worker has
 * another list of files.
 */
export async function makeAnotherBuild(): Promise<Build> {
  const folder = await mkdtemp(join(tmpdir(), 'brontide-e2e-build-'))
  const page = join(folder, 'dist', 'page')
  await cp(join(root, 'dist', 'page'), page, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  await symlink(join(root, 'dist', 'basemap'), join(folder, 'dist', 'basemap'))
  await cp(join(root, 'package.json'), join(folder, 'package.json'))

  const assets = (await readdir(join(page, 'assets'))).map((name) => ({
    name,
    next: name.replace(/\.\w+$/, '.next$&'),
  }))
  for (const { name, next } of assets) await rename(join(page, 'assets', name), join(page, 'assets', next))
  const texts = (await readdir(page, { recursive: true })).filter((name) => /\.(js|css|html)$/.test(name))
  await Promise.all(
    texts.map(async (name) => {
      const path = join(page, name)
      let text = await readFile(path, 'utf8')
      for (const asset of assets) text = text.replaceAll(asset.name, asset.next)
      await writeFile(path, text)
    }),
  )
  return { root: folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
