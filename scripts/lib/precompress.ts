import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes a `.br` and a `.gz` beside each file of text, for the server to choose from. */
export function precompress(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  return {
    name: 'brontide-precompress',
    apply: 'build',
    async writeBundle({ dir = '.' }) {
      const names = await readdir(dir, { recursive: true })
      const texts = names.filter((name) => /\.(m?js|css|svg|json|webmanifest|ttf)$/.test(name) && !name.startsWith('.'))
      await Promise.all(
        texts.map(async (name) => {
          const path = join(dir, name)
          if ((await stat(path)).size < 1_024) return
          const content = await readFile(path)
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
          await writeFile(`${path}.br`, await brotli(content, { params }))
          await writeFile(`${path}.gz`, await zip(content, { level: 9 }))
        }),
      )
    },
  }
}
