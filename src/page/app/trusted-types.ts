import nowcastWorkerUrl from '../live/nowcast/nowcast-worker.ts?worker&url'
import { workerUrl } from '../map/opening/preload.ts'

declare global {
  /** Not supported by every browser. To the browser the result of a policy is not a string; to callers it is one. */
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createHTML?(text: string): string; createScriptURL?(text: string): string | null },
        ): { createHTML(text: string): string }
      }
    | undefined
}

/** Caches the page for use without a server. */
export const SERVICE_WORKER = '/sw.js'

const OWN_SCRIPTS = [workerUrl, nowcastWorkerUrl, SERVICE_WORKER].map((path) => new URL(path, location.origin).href)

/**
 * The page's policy rejects strings as scripts or markup. The one exception: URLs of workers, and only of our three.
 */
globalThis.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (OWN_SCRIPTS.includes(new URL(url, location.origin).href) ? url : null),
})
