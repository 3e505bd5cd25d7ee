import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { configWithPage, type EarlyAnswer } from '../../live/config-with-page.ts'
import { homeBox } from '../../state/home-box.ts'
import { PREFERENCES_KEY } from '../../state/preferences-key.ts'
import { readView, type Theme } from '../../state/view.ts'
import { deskView } from '../camera/desk-view.ts'
import { showLandPicture } from './land-picture.ts'

// Preloads the essential resources of the map in a separate script, in parallel with the page's code.

export { workerUrl }

/** After this the request is repeated with the timeout of its caller. */
const TIMEOUT_MS = 2_000
/** A redirect is the response of a proxy in front of our server. */
const TOKEN_REQUEST: RequestInit = { method: 'POST', redirect: 'manual' }

/** Walls, globes and the gallery show no flat map of the home view. */
const OTHER_PICTURE = /[?&](kiosk|projection|gallery)\b/

const choices = `${location.search}&${storedChoices()}`
const theme: Theme = /[?&]theme=(\w+)/.exec(choices)?.[1] === 'light' ? 'light' : 'dark'
// The page's own code sets it later, when the other theme would already be visible.
if (theme === 'light') document.documentElement.dataset.theme = 'light'

const came = configWithPage(document, performance)
let config: Promise<EarlyAnswer | null> | null = came ? Promise.resolve(came) : ask(API_PATHS.config, {})
if (came && !OTHER_PICTURE.test(choices) && JSON.parse(came.text).basemapStyleUrl === null)
  showLandPicture(readView(location.hash) ?? deskView(homeBox()), theme)
// For the strikes, which load last for a new viewer.
let token: Promise<EarlyAnswer | null> | null = ask(`${API_PATHS.token}/lightning`, TOKEN_REQUEST)
if (import.meta.env.PROD && !navigator.serviceWorker?.controller) void fetchWorkerAfterCode()

/** The configuration embedded in the page, or requested at the start; null if that failed, or after the first call. */
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

/**
 * The map starts its worker after the page's code; prefetching uses the idle network before, through the browser's
 * cache.
 */
async function fetchWorkerAfterCode(): Promise<void> {
  const links = [...document.querySelectorAll('link[rel="modulepreload"]')]
  await Promise.all(links.map((link) => new Promise((resolve) => link.addEventListener('load', resolve))))
  await fetch(workerUrl).catch(() => {}) // the map requests it itself
}

/** As a URL query. */
function storedChoices(): string {
  try {
    return localStorage.getItem(PREFERENCES_KEY) ?? ''
  } catch {
    return '' // storage may be blocked
  }
}

async function ask(path: string, how: RequestInit): Promise<EarlyAnswer | null> {
  const sentMs = performance.now()
  try {
    const answer = await fetch(path, { ...how, cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const receivedMs = performance.now()
    return { text: await answer.text(), status: answer.status, headers: answer.headers, sentMs, receivedMs }
  } catch {
    return null // requested again, with an error message then
  }
}
