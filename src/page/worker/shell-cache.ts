export interface ShellCaches {
  caches: Pick<CacheStorage, 'open' | 'match'>
  fetch(request: Request | string, init?: RequestInit): Promise<Response>
  /** Paths of every file of the page. */
  files: readonly string[]
}

/** Timeout of the server's page. */
const PAGE_WITHIN_MS = 4_000

/** One cache per build: the name is a hash of the file names, which contain content hashes. */
export function cacheName(files: readonly string[]): string {
  let hash = 0
  for (const letter of files.join()) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  return `brontide-shell-${(hash >>> 0).toString(36)}`
}

/** Caches the whole shell, or nothing. */
export async function keepShell({ caches, fetch, files }: ShellCaches): Promise<void> {
  const answers = await Promise.all(
    ['/', ...files].map(async (path) => {
      const answer = await fetch(path, { cache: path === '/' ? 'no-cache' : 'default' })
      if (answer.status !== 200 || answer.redirected) throw new Error(`${path}: ${answer.status}`)
      return [path, answer] as const
    }),
  )
  const cache = await caches.open(cacheName(files))
  await Promise.all(answers.map(([path, answer]) => cache.put(path, answer)))
}

/**
 * The response to a request of the page; null for requests outside the shell: data, sign-in and status always come from
 * the server. The page too comes from the server, and from the cache only if that is unreachable; the browser may have
 * requested it while this worker started (`preloaded`).
 */
export function answerFor(
  request: Pick<Request, 'method' | 'mode' | 'url'> & Request,
  { caches, fetch, files }: ShellCaches,
  preloaded: Promise<Response | undefined> = Promise.resolve(undefined),
): Promise<Response> | null {
  if (request.method !== 'GET') return null
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate') return pathname === '/' ? page() : null
  return files.includes(pathname) || pathname.startsWith('/assets/') ? part() : null

  async function page(): Promise<Response> {
    const asked = preloaded.then((answer) => answer ?? fetch(request))
    const late = new Promise<null>((resolve) => setTimeout(resolve, PAGE_WITHIN_MS, null))
    const answer = await Promise.race([asked.catch(() => null), late])
    if (answer && answer.status < 500) return answer
    return (await caches.match('/')) ?? answer ?? asked
  }

  async function part(): Promise<Response> {
    return (await caches.match(pathname)) ?? fetch(request)
  }
}
