import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { configWithPage, type EarlyAnswer } from '../../live/config-with-page.ts'
import { PREFERENCES_KEY } from '../../state/preferences-key.ts'

// Runs beside the download of the page's own code, as a script of its own: what the map cannot begin without.

export { workerUrl }

/** Asked anew after that, with the patience of whoever asks. */
const TIMEOUT_MS = 2_000
/** A redirect is the answer of a proxy that guards our server. */
const TOKEN_REQUEST: RequestInit = { method: 'POST', redirect: 'manual' }

// The page's own code sets it a moment later; by then the other theme would have been seen.
if (chosenTheme() === 'light') document.documentElement.dataset.theme = 'light'

const came = configWithPage(document, performance)
let config: Promise<EarlyAnswer | null> | null = came ? Promise.resolve(came) : ask(API_PATHS.config, {})
// For the strikes, which a new viewer waits for the longest.
let token: Promise<EarlyAnswer | null> | null = ask(`${API_PATHS.token}/lightning`, TOKEN_REQUEST)
if (import.meta.env.PROD && !navigator.serviceWorker?.controller) void fetchWorkerAfterCode()

/**
 * The server's configuration as it came with the page, or was asked for at the very start; null where that failed, or was
 * taken before.
 */
export async function takeEarlyConfig(): Promise<EarlyAnswer | null> {
  const taken = config
  config = null
  return taken
}

/** The page's first token for the lightning product, likewise. */
export async function takeEarlyToken(product: string): Promise<EarlyAnswer | null> {
  if (product !== 'lightning') return null
  const taken = token
  token = null
  return taken
}

/** The map starts its worker once the page's code has run; the line is free before that, and the browser keeps what came by it. */
async function fetchWorkerAfterCode(): Promise<void> {
  const links = [...document.querySelectorAll('link[rel="modulepreload"]')]
  await Promise.all(links.map((link) => new Promise((resolve) => link.addEventListener('load', resolve))))
  await fetch(workerUrl).catch(() => {}) // the map will ask itself
}

/** What the address says, or else the person's own choice. */
function chosenTheme(): string | null {
  try {
    const stored = localStorage.getItem(PREFERENCES_KEY) ?? ''
    return new URLSearchParams(location.search).get('theme') ?? new URLSearchParams(stored).get('theme')
  } catch {
    return null // storage can be forbidden
  }
}

async function ask(path: string, how: RequestInit): Promise<EarlyAnswer | null> {
  const sentMs = performance.now()
  try {
    const answer = await fetch(path, { ...how, cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const receivedMs = performance.now()
    return { text: await answer.text(), status: answer.status, headers: answer.headers, sentMs, receivedMs }
  } catch {
    return null // asked for again, and then said
  }
}
