import { API_PATHS } from '../../contract/api-paths.ts'
import { type PageConfig, pageConfigSchema } from '../../contract/brontide.ts'
import { bodyOf, exchange, serverTimeOf, statusError } from '../http/exchange.ts'
import type { Environment } from './environment.ts'
import type { ServerTimeSample } from './server-clock.ts'

const TIMEOUT_MS = 5_000

/** Which server answered: the one that the page came from, or another build or configuration of it. */
export type ServerCheck = { kind: 'same' } | { kind: 'changed'; to: string }

/**
 * Checks whether the server is still the one that the page came from: by the configuration that it tells, and by the
 * scripts that it would give to a page opened now. Rejects where it does not answer.
 */
export function createServerCheck(deps: {
  environment: Pick<Environment, 'clock' | 'fetch'>
  baseUrl: string
  /** Its configuration when the page was opened. */
  config: PageConfig
  /** Addresses of the scripts that the page runs. */
  scripts: readonly string[]
  onServerDate(sample: ServerTimeSample): void
}): (timeoutMs?: number) => Promise<ServerCheck> {
  const { environment, baseUrl, scripts, onServerDate } = deps
  const opened = comparable(deps.config)

  async function ask(path: string, timeoutMs: number) {
    const how = { timeoutMs, name: `GET ${path}` }
    const answer = await exchange(environment, baseUrl + path, {}, how)
    if (answer.status !== 200) throw statusError(answer.status, how.name, null)
    return answer
  }

  return async (timeoutMs = TIMEOUT_MS) => {
    const [configured, page] = await Promise.all([ask(API_PATHS.config, timeoutMs), ask('/', timeoutMs)])
    const sample = serverTimeOf(configured)
    if (sample) onServerDate(sample)
    const config = pageConfigSchema.parse(await bodyOf(configured, JSON.parse))
    const isOurs = scripts.every((src) => page.text.includes(new URL(src).pathname))
    return isOurs && comparable(config) === opened ? { kind: 'same' } : { kind: 'changed', to: config.version }
  }
}

/** A configuration as a text, without the time that comes with it. */
function comparable({ now: _, ...config }: PageConfig): string {
  return JSON.stringify(config)
}
