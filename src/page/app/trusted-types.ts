import nowcastWorkerUrl from '../live/nowcast/nowcast-worker.ts?worker&url'
import { workerUrl } from '../map/opening/preload.ts'

declare global {
  /** Not in every browser. What a policy makes of a text is no string to the browser, and is one to whoever passes it on. */
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createHTML?(text: string): string; createScriptURL?(text: string): string | null },
        ): { createHTML(text: string): string }
      }
    | undefined
}

/** Keeps the page for when there is no server. */
export const SERVICE_WORKER = '/sw.js'

const OWN_SCRIPTS = [workerUrl, nowcastWorkerUrl, SERVICE_WORKER].map((path) => new URL(path, location.origin).href)

/**
 * The page's policy takes no text for a script or for markup. This is the one exception: what starts a worker, and only
 * by the addresses of our own three.
 */
globalThis.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (OWN_SCRIPTS.includes(new URL(url, location.origin).href) ? url : null),
})
