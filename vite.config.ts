import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { createPageChunks } from './scripts/lib/page-chunks.ts'
import { precompress } from './scripts/lib/precompress.ts'
import { withoutWorkerCode } from './scripts/lib/without-worker-code.ts'

const SRC = join(import.meta.dirname, 'src')
const NOTHING = '\0nothing'
const EMBED = join(SRC, 'page', 'embed', 'brontide-map.ts')
const EARLY = join(SRC, 'page', 'map', 'opening', 'preload.ts')
const LAND = join(SRC, 'page', 'map', 'opening', 'land.svg')
const PAST = join(SRC, 'client', 'history', 'strike-history.ts')
/** Of digits and Latin letters, which every page shows. */
const FACE = 'inter-latin-wght-normal.woff2'

export default defineConfig({
  plugins: [
    react(),
    leaveOutWholeMapLibre(),
    leaveOutWorkerCode(),
    beginEarly(),
    listShellFiles(),
    closeEmbed(),
    noteShares(),
    precompress(),
  ],
  // Texts are read as a whole.
  json: { namedExports: false },
  build: {
    outDir: 'dist/page',
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    // The page's policy takes fonts from files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      input: { index: 'index.html', early: EARLY, sw: 'src/page/worker/service-worker.ts', embed: EMBED },
      checks: { bundlerTimings: false },
      output: {
        // A service worker's reach is the folder it lies in, and its name stays the same from build to build; so does that
        // of the script for the pages of others.
        entryFileNames: ({ name }) => (['sw', 'embed'].includes(name) ? `${name}.js` : 'assets/[name]-[hash].js'),
        // A shared chunk's own name lists all that use it.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: createPageChunks(EARLY, join(SRC, 'page', 'app', 'main.tsx')) }],
        },
      },
    },
  },
})

/**
 * The map's React components load all of MapLibre where they are handed no map. They are handed one, and without that
 * import what nobody uses of MapLibre is left out.
 */
function leaveOutWholeMapLibre(): Plugin {
  return {
    name: 'brontide-leave-out-whole-maplibre',
    apply: 'build',
    resolveDynamicImport: (name, importer) =>
      name === 'maplibre-gl' && importer && /[\\/]@vis\.gl[\\/]react-maplibre[\\/]/.test(importer) ? NOTHING : null,
    load: (id) => (id === NOTHING ? 'export {}' : null),
  }
}

/** What MapLibre's worker does is not loaded a second time with the page. */
function leaveOutWorkerCode(): Plugin {
  return {
    name: 'brontide-leave-out-worker-code',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]maplibre-gl[\\/]dist[\\/]maplibre-gl\.mjs$/ },
      handler: (code) => ({ code: withoutWorkerCode(code), map: null }),
    },
  }
}

/**
 * Loads the picture of the land, the early script and the styles first, and runs the script as soon as it is there: on a
 * slow line the picture is shown seconds before the page's code has arrived. What reads the past of the strikes, which
 * every page requests as soon as its code runs, is loaded beside that code.
 */
function beginEarly(): Plugin {
  return {
    name: 'brontide-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find((each) => each.type === 'chunk' && each.facadeModuleId === EARLY)
        if (!chunk) throw new Error('The early script was not built.')
        const past = Object.values(bundle ?? {}).find((each) => each.type === 'chunk' && each.facadeModuleId === PAST)
        if (!past) throw new Error('What reads the past of the strikes was not built by itself.')
        const land = Object.values(bundle ?? {}).find(
          (each) => each.type === 'asset' && each.originalFileNames.some((name) => LAND.endsWith(name)),
        )
        if (!land) throw new Error('The picture of the land was not built.')
        const face = Object.values(bundle ?? {}).find(
          (each) => each.type === 'asset' && each.originalFileNames.some((name) => name.endsWith(FACE)),
        )
        if (!face) throw new Error('The typeface was not built.')
        const first = { fetchpriority: 'high' }
        const picture = { ...first, rel: 'preload', as: 'image', href: `/${land.fileName}` }
        const early = { ...first, rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` }
        const runs = { ...first, type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` }
        const beside = { fetchpriority: 'low', rel: 'modulepreload', crossorigin: true, href: `/${past.fileName}` }
        // Otherwise it loads after the first text, which then moves.
        const type = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${face.fileName}` }
        return {
          html: html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
          tags: [
            { tag: 'link', attrs: picture, injectTo: 'head-prepend' as const },
            { tag: 'link', attrs: early, injectTo: 'head-prepend' as const },
            { tag: 'link', attrs: beside, injectTo: 'head' as const },
            { tag: 'link', attrs: { fetchpriority: 'low', ...type }, injectTo: 'head' as const },
            { tag: 'script', attrs: runs, injectTo: 'body' as const },
          ],
        }
      },
    },
  }
}

/** Tells the service worker which files are the page's shell. */
function listShellFiles(): Plugin {
  return {
    name: 'brontide-shell-files',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') throw new Error('The service worker was not built.')
      // The page's own face alone: other fonts are for machines that lack them, and for names in other scripts.
      const built = Object.keys(bundle).filter((name) => /^assets\/(inter-latin-wght|(?!.*\.woff2$))/.test(name))
      const files = [...built, ...(await readdir('public'))].map((name) => `/${name}`).sort()
      worker.code = worker.code.replace(/(["'`])__SHELL_FILES__\1/, () => JSON.stringify(JSON.stringify(files)))
    },
  }
}

/** Pages of others load it as a script that is no module: what it names must not be theirs, too. */
function closeEmbed(): Plugin {
  return {
    name: 'brontide-close-embed',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const embed = bundle['embed.js']
      if (embed?.type !== 'chunk') throw new Error('The script for the pages of others was not built.')
      if (embed.imports.length > 0)
        throw new Error(`The script for the pages of others imports ${embed.imports.join()}.`)
      embed.code = `(()=>{${embed.code.trim()}})();\n`
    },
  }
}

/** Notes for each chunk what share of it is our own code, and that of each feature, for the check of the bundle's size. */
function noteShares(): Plugin {
  return {
    name: 'brontide-shares',
    apply: 'build',
    generateBundle(_options, bundle) {
      const shares: Record<string, { own: number; features: Record<string, number> }> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const all = Object.values(chunk.modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0)
        let own = 0
        const features: Record<string, number> = {}
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          if (/[\\/]node_modules[\\/]|^\0/.test(id)) continue
          const share = all === 0 ? 0 : renderedLength / all
          own += share
          const feature = /[\\/]page[\\/]features[\\/]([^\\/]+)/.exec(id)?.[1]
          if (feature) features[feature] = (features[feature] ?? 0) + share
        }
        shares[chunk.fileName] = { own, features }
      }
      this.emitFile({ type: 'asset', fileName: '.vite/shares.json', source: JSON.stringify(shares) })
    },
  }
}
